"""Hot words: what is found, what is left alone, and what it costs, with 5,000 words.

Misheard words are made up by ``tests.helpers.hot_words``; the references, and what Whisper makes
of the recordings, come from the folder that ``COSYSCRIBE_TEST_DATA`` names.
"""

from __future__ import annotations

import argparse
import difflib
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

from app.bench.corpus import Clip, read_manifest
from engine.api import Recognizer
from engine.paths import resources_dir
from engine.text.normalize import Normalizer, TextConfig
from tests.helpers import hot_words

ADVERSARIAL = 5_000
RUNS = 301
THREAD_RUNS = 5
HAN = "[\u4e00-\u9fff]"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--no-whisper", action="store_true", help="leave the recordings out")
    args = parser.parse_args()
    shared = Path(os.environ["COSYSCRIBE_TEST_DATA"]).resolve()
    clips = read_manifest(shared / "audio" / "manifest.tsv")
    five_thousand = hot_words.five_thousand()
    normalizer = with_words(five_thousand)
    head = (
        f"# Hot words: proof\n\nCommit {os.environ.get('COSYSCRIBE_PROOF_COMMIT', '?')};"
        " made by `scripts/proof words`. Constants were chosen while looking at this generator's"
        " sentences, so expect less of words of another kind."
    )
    parts = [
        head,
        recall(normalizer),
        left_alone(normalizer, [clip.reference for clip in clips]),
        costs(normalizer),
        threads(),
    ]
    if not args.no_whisper:
        parts.insert(3, real_speech(clips, five_thousand))
    args.out.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return 0


def with_words(words: Iterable[str], stages: frozenset[str] = frozenset({"words"})) -> Normalizer:
    path = Path(tempfile.mkdtemp(prefix="cosyscribe-words-")) / "hotwords.txt"
    path.write_text("\n".join(words), encoding="utf-8")
    return Normalizer(TextConfig(stages=stages, words_file=path))


def recall(normalizer: Normalizer) -> str:
    names = hot_words.names(2_000)
    sample = random.Random(3).sample(hot_words.five_thousand(), 1_000)
    groups = (
        ("Chinese terms", hot_words.ZH_TERMS, 3),
        ("Chinese names of three characters", [name for name in names if len(name) == 3][:300], 3),
        ("Chinese names of two characters", [name for name in names if len(name) == 2][:300], 3),
        ("English terms and names", hot_words.EN_TERMS, 3),
        ("1,000 words drawn from the list", sample, 1),
    )
    lines = [
        "## Misheard words in sentences\n",
        "| words | sentences | the word is back | the whole sentence is right |",
        "|---|---|---|---|",
    ]
    for name, words, each in groups:
        planted = hot_words.plant(words, each)
        got = [normalizer.normalize(one.heard).text for one in planted]
        found = sum(one.word in text for one, text in zip(planted, got, strict=True))
        right = sum(one.said == text for one, text in zip(planted, got, strict=True))
        n = len(planted)
        lines.append(f"| {name} | {n} | {100 * found / n:.1f} % | {100 * right / n:.1f} % |")
    return "\n".join(lines)


def left_alone(normalizer: Normalizer, references: Sequence[str]) -> str:
    changed = [text for text in references if normalizer.normalize(text).text != text]
    hostile = with_words(adversaries(references))
    spans = []
    for text in references:
        written = hostile.normalize(text)
        spans += [
            f"{text[span.source_begin : span.source_end]} → {written.text[span.begin : span.end]}"
            for span in written.spans
        ]
    return (
        "## Text that is right\n\n"
        f"References of real speech changed with the 5,000 words: {len(changed)} of"
        f" {len(references)}.\n\n"
        f"With {ADVERSARIAL} words that are misspellings of what the references say, none of them"
        f" a word or said itself, the worst a list can be: {len(spans)} places, where the text has"
        f" words no table knows (names, old Chinese, German), some in ordinary text:"
        f" {'; '.join(sorted(set(spans)))}."
    )


def adversaries(references: Sequence[str]) -> list[str]:
    rng = random.Random(5)
    lines = (resources_dir() / "words" / "zh.tsv").read_text(encoding="utf-8").splitlines()
    known = {word for line in lines for word in line.partition("\t")[2].split(" ")}
    said = " ".join(references).lower()
    found: dict[str, None] = {}
    while len(found) < ADVERSARIAL:
        text = rng.choice(references)
        words = re.findall("[A-Za-z]{5,}", text)
        length = rng.choice((2, 2, 3, 4))
        runs = re.findall(HAN + "{4,}", text)
        if runs:
            run = rng.choice(runs)
            at = rng.randrange(len(run) - length + 1)
            word = run[at : at + length]
            if length < 4 and word not in known:
                continue
            near = hot_words.sound_alike(word, rng)
        elif words:
            near = hot_words.misspell(rng.choice(words), rng).replace(" ", "")
        else:
            continue
        if near not in known and near.lower() not in said:
            found[near] = None
    return list(found)


def real_speech(clips: Sequence[Clip], five_thousand: Sequence[str]) -> str:
    """Words that the embedded recogniser gets wrong, put on the list beside the 5,000."""
    recognizer = Recognizer("whisper-base")
    recognizer.load()
    heard = [recognizer.transcribe(clip.samples()).text for clip in clips]
    recognizer.close()
    pairs = list(zip(clips, heard, strict=True))
    wrong = [(clip, text, misheard(clip.reference, text)) for clip, text in pairs]
    words = sorted({word for _, _, missing in wrong for word in missing})
    normalizer = with_words([*five_thousand, *words])
    found = total = harmed = 0
    examples: list[str] = []
    for clip, text, missing in wrong:
        written = normalizer.normalize(text).text
        total += len(missing)
        back = [word for word in missing if word.lower() in written.lower()]
        found += len(back)
        harmed += error(clip.reference, written) > error(clip.reference, text)
        if back and len(examples) < 12:
            examples.append(", ".join(back))
    return (
        "## What Whisper base makes of real speech\n\n"
        f"{len(clips)} recordings. Every rare word or run of two to four characters that Whisper"
        f" got wrong ({total} places, {len(words)} words) was put on the list beside the 5,000:"
        f" {found} came back; {harmed} texts got further from their reference. Back:"
        f" {'; '.join(examples)}."
    )


def misheard(reference: str, text: str) -> list[str]:
    """What a user might have listed: words of the reference that the text has otherwise."""
    if re.search(HAN, reference):
        said, got = (re.sub(r"\W", "", side) for side in (reference, text))
        blocks = difflib.SequenceMatcher(None, said, got, autojunk=False).get_opcodes()
        return [
            said[a:b]
            for kind, a, b, c, d in blocks
            if kind == "replace" and b - a == d - c and 2 <= b - a <= 4
        ]
    lines = (resources_dir() / "words" / "en.tsv").read_text(encoding="utf-8").splitlines()
    common = {
        word
        for line in lines
        if float(line.partition("\t")[0]) < 11
        for word in line.partition("\t")[2].split(" ")
    }
    heard = set(re.findall(r"[a-z']+", text.lower()))
    said_words = re.findall(r"[A-Za-z]{5,}", reference)
    return [w for w in said_words if w.lower() not in heard and w.lower() not in common]


def error(reference: str, text: str) -> float:
    one, two = (re.sub(r"\W", "", side).lower() for side in (reference, text))
    return 1 - difflib.SequenceMatcher(None, one, two, autojunk=False).ratio()


def costs(normalizer: Normalizer) -> str:
    without = with_words([])
    zh = "，".join(one.heard for one in hot_words.plant(hot_words.ZH_TERMS[:10], 1))
    en = ". ".join(one.heard for one in hot_words.plant(hot_words.EN_TERMS[:7], 1))
    lines = [
        "## Time a segment takes, through Python\n",
        "| segment | no words, median | 5,000 words, median | p99 |",
        "|---|---|---|---|",
    ]
    for name, text in (("Chinese", zh), ("English", en), ("Chinese, one second", zh[:12])):
        plain, (median, p99) = times_ms(without, text)[0], times_ms(normalizer, text)
        lines.append(
            f"| {name}, {len(text)} characters | {plain:.3f} ms | {median:.3f} ms | {p99:.3f} ms |"
        )
    start = time.perf_counter()
    with_words(hot_words.five_thousand())
    again_ms = 1e3 * (time.perf_counter() - start)
    return "\n".join(lines) + f"\n\nReading the list of 5,000 again: {again_ms:.0f} ms."


def times_ms(normalizer: Normalizer, text: str) -> tuple[float, float]:
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        normalizer.normalize(text)
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times), sorted(times)[int(RUNS * 0.99)]


def threads() -> str:
    """The stages but script and words: alone, in two threads, in two processes; by turns."""
    text = "我们在二零二四年十二月花了三百二十块，meeting 改到下午三点半。"
    lines = [
        "## Threads of the normaliser\n",
        "| text | alone | each of two threads | each of two processes | threads keep |",
        "|---|---|---|---|---|",
    ]
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2) as processes:
        for name, whole, calls in (("a sentence", text, 40_000), ("100 kB", text * 1_200, 40)):
            turns = [
                (
                    _slowest(threads, 1, whole, calls),
                    _slowest(threads, 2, whole, calls),
                    _slowest(processes, 2, whole, calls),
                )
                for _ in range(THREAD_RUNS)
            ]
            alone, thread, process = (
                statistics.median(column) for column in zip(*turns, strict=True)
            )
            lines.append(
                f"| {name}, {calls} times | {alone:.2f} s | {thread:.2f} s | {process:.2f} s |"
                f" {100 * process / thread:.0f} % |"
            )
    lines.append(
        f"\nMedians of {THREAD_RUNS}, {os.cpu_count()} cores. What two processes cannot have the"
        " machine does not give, so threads are held against them. Texts from 4 kB on"
        " release the GIL; for a sentence giving it up costs more than the work."
    )
    return "\n".join(lines)


def _slowest(pool: Executor, count: int, text: str, calls: int) -> float:
    return max(pool.map(_seconds, [text] * count, [calls] * count))


@lru_cache(maxsize=1)
def _stages() -> Normalizer:
    return Normalizer(TextConfig(stages=frozenset({"itn", "punct", "spacing", "case"})))


def _seconds(text: str, calls: int) -> float:
    normalizer = _stages()
    start = time.perf_counter()
    for _ in range(calls):
        normalizer.normalize(text)
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
