"""Write docs/rulesets.md from the types, and the table of docs/models.md from the models, so that they can't drift.

`.venv/bin/python docs/make.py`; a test compares.
"""

from pathlib import Path
from typing import Any, get_type_hints

import uka.rulesets
from uka import models
from uka.core.errors import show
from uka.core.ruleset import FIELDS, Ruleset
from uka.core.ruleset_fields import CONTRADICTIONS, allowed, unpack
from uka.core.scoring import Scoring
from uka.core.words import Words
from uka.rulesets.outcome_values import SCORED, possible_outcomes
from uka.rulesets.rulebook import CHAPTERS, value_of

PAGE, MODELS = (Path(__file__).parent / name for name in ("rulesets.md", "models.md"))
BEGIN, END = "<!-- models: python docs/make.py -->\n", "<!-- end -->\n"

INTRO = """# Rulesets

<!-- Written by docs/make.py from the types: change those, not this page. -->

A ruleset is a small TOML file that says how it differs from another. This is a whole one:

```toml
extends = "tainui"
pack = 24
target = 7
```

Save it as `ours.toml` and play it with `uka play --rules ours.toml`; `uka rules check ours.toml` says what it changes,
`uka rules ours.toml` prints its rulebook. A single game needs no file: `uka play --rules tainui --set pack=24 --set
target=7`, and `--set` works wherever a ruleset is named. In Python it is `uka.ruleset("tainui", {"pack": 24})`.

A value that is not allowed, a rule that does not exist and two rules that contradict each other are refused in a
sentence that names them. A comment `# inferred: why` beside a field marks our reading of a silent source; the rulebook
shows it.

## What is shipped
"""


def page() -> str:
    """The page as it should be."""
    parts = [INTRO, _shipped(), "## Every rule\n"]
    parts += [_chapter(title, fields) for title, fields in CHAPTERS.items()]
    return "\n".join([*parts, _contradictions(), _compared()]) + "\n"


def _shipped() -> str:
    rows = [f"| `{name}` | {rules.title} | {rules.source} |" for name, rules in uka.rulesets.all().items()]
    return "\n".join(["| name | title | source |", "|---|---|---|", *rows]) + "\n"


def _chapter(title: str, fields: tuple[str, ...]) -> str:
    rows = [f"| `{field}` | {_meaning(field)} | {_allowed(field)} | {_value(Ruleset(), field)} |" for field in fields]
    return "\n".join([f"### {title}\n", "| rule | meaning | allowed | default |", "|---|---|---|---|", *rows]) + "\n"


def _hint(field: str) -> Any:
    head, _, inner = field.partition(".")
    part = {"scoring": Scoring, "words": Words}.get(head)
    return get_type_hints(part, include_extras=True)[inner] if part else FIELDS[head]


def _meaning(field: str) -> str:
    return next(meta.description for meta in reversed(unpack(_hint(field))[1]) if meta.description) or ""


def _allowed(field: str) -> str:
    return allowed(_hint(field)).replace("'", "`")


def _value(rules: Ruleset, field: str) -> str:
    value = value_of(rules, field)
    return f"`{value}`" if isinstance(value, str) and value else show(value).replace("''", "")


def _contradictions() -> str:
    lines = [f"- `{a}` and `{b}`: {why}." for (a, _), (b, _), why in CONTRADICTIONS]
    told = "Some values of these contradict each other and are refused together:"
    ends = "A game needs a target that its scoring can reach, a number of deals, or a clock."
    return "\n".join(["## Contradictions\n", told, "", *lines, "", ends])


def _compared() -> str:
    every = {name: uka.ruleset(name) for name in uka.rulesets.SOURCES}
    fields = [field for chapter in CHAPTERS.values() for field in chapter]
    rows = [f"| `{f}` | {' | '.join(_cell(n, r, f) for n, r in every.items())} |" for f in fields]
    head = ["| rule | " + " | ".join(f"`{n}`" for n in every) + " |", "|---" * (len(every) + 1) + "|"]
    intro = "An *i* marks what is inferred, a dot what the source does not speak of.\n"
    return "\n".join(["\n## The five sources side by side\n", intro, *head, *rows])


def _cell(name: str, rules: Ruleset, field: str) -> str:
    if field in {f"scoring.{end.value}" for end in SCORED if end not in possible_outcomes(rules)}:
        return "never"
    if field in uka.rulesets.inferred(name):
        return f"{_value(rules, field)} *i*"
    return _value(rules, field) if field in uka.rulesets.stated(name) else f"{_value(rules, field)} ·"


def with_models(text: str) -> str:
    """The page of models with its table as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    head = (
        "| model | deals | bytes | gain of a best answer after the first round | at the end |",
        "|---|--:|--:|--:|--:|",
    )
    return before + BEGIN + "\n".join([*head, *map(_model, models.names())]) + "\n" + END + after


def _model(name: str) -> str:
    model, size = models.load(name), (models.HERE / f"{name}.model").stat().st_size
    gains = (f"{gain.points:+.4f} ± {1.96 * gain.error:.4f}" for gain in (model.before, model.after))
    return f"| `{name}` | {model.deals:,} | {size:,} | {' | '.join(gains)} |"


if __name__ == "__main__":
    MODELS.write_text(with_models(MODELS.read_text("utf-8")), "utf-8")
    PAGE.write_text(page(), "utf-8")
