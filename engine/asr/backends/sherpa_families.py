"""Who loads which family."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.asr.backend import AsrModel
from engine.asr.backends import (
    sherpa_fun_asr_nano,
    sherpa_moonshine,
    sherpa_nemo,
    sherpa_paraformer,
    sherpa_sense_voice,
    sherpa_streaming_nemo,
    sherpa_streaming_paraformer,
    sherpa_streaming_zipformer,
    sherpa_whisper,
)
from engine.asr.backends.options import LoadOptions
from engine.models.families import Family, ModelFolder

LOADERS: Mapping[Family, Callable[[ModelFolder, LoadOptions], AsrModel]] = {
    Family.STREAMING_PARAFORMER: sherpa_streaming_paraformer.load,
    Family.STREAMING_ZIPFORMER: sherpa_streaming_zipformer.load,
    Family.STREAMING_ZIPFORMER_CTC: sherpa_streaming_zipformer.load_ctc,
    Family.STREAMING_NEMO: sherpa_streaming_nemo.load,
    Family.STREAMING_NEMO_CTC: sherpa_streaming_nemo.load_ctc,
    Family.SENSE_VOICE: sherpa_sense_voice.load,
    Family.PARAFORMER: sherpa_paraformer.load,
    Family.FUN_ASR_NANO: sherpa_fun_asr_nano.load,
    Family.WHISPER: sherpa_whisper.load,
    Family.NEMO: sherpa_nemo.load,
    Family.MOONSHINE: sherpa_moonshine.load,
}
