"""Punctuation for recognisers that leave most of it out of Chinese, as Whisper-base does.

A prompt in full sentences makes Whisper write marks, too, but costs a point of CER and lets it loop
on the prompt (docs/recognition.md); these rules change no word.
"""

from __future__ import annotations

import re

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WIDE = {",": "，", ".": "。", "?": "？", "!": "！", ";": "；", ":": "："}

_GAP = re.compile(f"(?<=[{_HAN}]) +(?=[{_HAN}])")
_AFTER_HAN = re.compile(f"(?<=[{_HAN}]) *([,?!;:]|\\.(?![.0-9A-Za-z])) *")
_HAS_HAN = re.compile(f"[{_HAN}]")

_SHORTEST_SENTENCE = 4
_ENDS = "。？！；：，、…～—.?!,;:"

_WH_WORD = re.compile("什么|怎么|怎样|为何|哪|谁|几|多少|多久|多大|如何")
_YES_NO = re.compile("是不是|有没有|能不能|可不可以|要不要|会不会|好不好|对不对|行不行")
_REPORTED = re.compile("知道|看看|问问|想想|试试|确认|检查|说明|决定|无论|不管|看")
_ASKING_END = re.compile("(?<![什怎那这多要])[吗么嗎麼]$")


def marked(text: str) -> str:
    """Writes marks that were left out, and those beside Han full width; for partials.

    Whisper puts a space where it hears a pause between words.
    """
    text = _AFTER_HAN.sub(lambda match: _WIDE[match[1]], text)
    return _GAP.sub("，", text)


def closed(text: str) -> str:
    """``marked``, and ended as a sentence unless it is too short for one; for finals."""
    text = marked(text).rstrip()
    han = len(_HAS_HAN.findall(text))
    if han < _SHORTEST_SENTENCE or text[-1] in _ENDS or not _HAS_HAN.match(text[-1]):
        return text
    return text + ("？" if _is_question(re.split("[。？！，]", text)[-1]) else "。")


def _is_question(clause: str) -> bool:
    """Whether a clause asks, by its particle or its words; when in doubt it does not."""
    if _ASKING_END.search(clause):
        return True
    if _REPORTED.search(clause):
        return False
    return bool(_YES_NO.search(clause) or (clause[-1] == "呢" and _WH_WORD.search(clause)))
