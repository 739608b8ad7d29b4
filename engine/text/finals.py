"""The text stages as a final goes through them: its text, its words' times, its commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.settings import TextSettings
from engine.text import normalize
from engine.text.hot_words import HotWordProblem, hot_words_file
from engine.text.normalize import Normalized, Normalizer, TextConfig
from engine.text.script import converter
from engine.text.user_rules import RuleProblem
from engine.types import EditKind, FinalText, Hypothesis, Word

_NO_CHINESE = frozenset({"ja", "ko"})
"""Languages whose Han number words are not ours to read."""

_KINDS = {
    normalize.EditKind.DELETE_SENTENCE: EditKind.DELETE_SENTENCE,
    normalize.EditKind.UNDO: EditKind.UNDO,
}


class FinalTextStages:
    """Rewrites finals as the settings say.

    Threads: one at a time.
    """

    def __init__(self, settings: TextSettings, script: str) -> None:
        """Builds the stages.

        Args:
            settings: which stages run.
            script: how Chinese is written.
        """
        self._convert = converter(script)
        config = TextConfig(
            stages=settings.stages() - {"script"},  # done here, where a language is known
            spacing=settings.spacing,
            script=script,
            rules_file=normalize.rules_file(),
            words_file=hot_words_file(),
        )
        self._normalizer = Normalizer(config)
        self._without_chinese = Normalizer(replace(config, language="en", words_file=None))

    @property
    def problems(self) -> tuple[RuleProblem | HotWordProblem, ...]:
        """The user's rules and words that were skipped, as of the last use."""
        return self._normalizer.problems

    def __call__(self, hypothesis: Hypothesis) -> FinalText:
        """Rewrites one final."""
        if not hypothesis.text:
            return FinalText("")
        is_foreign = hypothesis.language in _NO_CHINESE
        normalizer = self._without_chinese if is_foreign else self._normalizer
        spoken = hypothesis.text if is_foreign else self._convert(hypothesis.text)
        written = normalizer.normalize(spoken)
        text, edits = carried_out(written)
        words = () if text != written.text else retimed(hypothesis.words, spoken, written)
        return FinalText(text, edits, words)


def carried_out(written: Normalized) -> tuple[str, tuple[EditKind, ...]]:
    """Carries commands out on the text before them; those with none before them are left."""
    text = ""
    left: list[EditKind] = []
    at = 0
    for edit in written.edits:
        text += written.text[at : edit.position]
        at = edit.position
        kind = _KINDS[edit.kind]
        if text.strip():
            text = kind.applied_to(text)
        else:
            left.append(kind)
    rest = written.text[at:]
    if text and rest and text[-1].isascii() and rest[0].isascii() and not rest[0].isspace():
        text += " "
    return text + rest, tuple(left)


def retimed(words: Sequence[Word], spoken: str, written: Normalized) -> tuple[Word, ...]:
    """The words as written: those that one rewriting covers become one word with their time.

    Returns nothing where the words are not those of ``spoken``.
    """
    if not words:
        return ()
    groups: list[list[Word]] = []
    cuts: list[int] = []
    inside = [(span.source_begin, span.source_end) for span in written.spans]
    at = 0
    for word in words:
        found = spoken.find(word.text.strip(), at)
        if found < 0:
            return ()
        is_inside = any(begin < found < end for begin, end in inside)
        if groups and is_inside:
            groups[-1].append(word)
        else:
            groups.append([word])
            cuts.append(found)
        at = found + len(word.text.strip())
    return tuple(_merged(groups, [_place(cut, written) for cut in cuts], written.text))


def _place(source: int, written: Normalized) -> int:
    """Where a place in the source is in the text."""
    shift = 0
    for span in written.spans:
        if span.source_begin >= source:
            break
        shift = span.end - span.source_end
    return source + shift


def _merged(groups: list[list[Word]], places: list[int], text: str) -> list[Word]:
    ends = [*places[1:], len(text)]
    merged: list[Word] = []
    for group, begin, end in zip(groups, places, ends, strict=True):
        confidences = [word.confidence for word in group if word.confidence is not None]
        piece = text[begin:end].strip()
        if piece:
            mean = sum(confidences) / len(confidences) if confidences else None
            merged.append(Word(piece, group[0].start_s, group[-1].end_s, mean))
    return merged
