"""Tiny random models of every family that sherpa-onnx loads, made with ``onnx``.

They hear nothing: a loud frame gives some token, a silent one gives none. Enough to run every
backend, event and error path without weights. Each module has ``build(folder)``.
"""
