from __future__ import annotations

from pathlib import Path

from engine.text.user_rules import UserRule, read_rules


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_reads_literals_and_patterns_in_order(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """# mine
[[rule]]
find = "派森"
replace = "Python"

[[rule]]
pattern = '(\\d+) ?GB'
replace = '\\1 GB'
""",
    )
    rules, problems = read_rules(path)
    assert rules == (
        UserRule(2, "派森", "Python", is_pattern=False),
        UserRule(6, r"(\d+) ?GB", r"\1 GB", is_pattern=True),
    )
    assert problems == ()


def test_a_missing_file_has_no_rules(tmp_path: Path) -> None:
    assert read_rules(tmp_path / "none.toml") == ((), ())


def test_a_rule_that_is_no_toml_costs_only_itself(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '[[rule]]\nfind = "a"\nreplace = "b"\n[[rule]]\nfind = "c\nreplace = "d"\n'
        '[[rule]]\nfind = "e"\nreplace = "f"\n',
    )
    rules, problems = read_rules(path)
    assert [rule.find for rule in rules] == ["a", "e"]
    assert [problem.line for problem in problems] == [5]
    assert str(problems[0]).startswith(f"{path}:5: ")


def test_names_what_is_wrong_with_a_rule(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '[[rule]]\nfind = "a"\n[[rule]]\nfind = "a"\npattern = "b"\nreplace = "c"\n'
        '[[rule]]\nfind = 3\nreplace = "c"\n[[rule]]\nfind = "a"\nreplace = "c"\ncolour = "red"\n',
    )
    rules, problems = read_rules(path)
    assert rules == ()
    assert [(problem.line, problem.detail) for problem in problems] == [
        (1, "replace is missing"),
        (3, "a rule has either find or pattern"),
        (7, "find, pattern and replace are text in quotes"),
        (10, "unknown key colour"),
    ]


def test_a_header_inside_a_multi_line_text_starts_no_rule(tmp_path: Path) -> None:
    path = write(tmp_path, '[[rule]]\nfind = """\n[[rule]]\n"""\nreplace = "x"\n')
    rules, problems = read_rules(path)
    assert [rule.find for rule in rules] == ["[[rule]]\n"]
    assert problems == ()


def test_a_file_that_is_not_utf8_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(b"# one\n\xff\n")
    rules, problems = read_rules(path)
    assert rules == ()
    assert [(problem.line, problem.detail) for problem in problems] == [(2, "not UTF-8")]
