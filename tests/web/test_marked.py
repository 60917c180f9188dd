"""Every text of the pages goes through the catalogue: none stands bare in a template or script."""

from pathlib import Path

import pytest

from bythebook.web.show import assets, templating
from tests.web.unmarked import in_script, in_template

WHAT_TO_DO = (
    '{name}, line {line}: "{text}" is not marked. In a template write {{{{ _("…") }}}} or'
    ' {{% trans %}}, in a script say("…") or sayMany(n, "…", "…"), then run'
    " `.venv/bin/python -m tests.web.catalogues` and translate it: docs/languages.md."
)
TEMPLATES = sorted(templating.FOLDER.rglob("*.html"))
STATIC = templating.FOLDER.parent / "static"
# Statements about a shoe are worked out without a page, and are those of `verify-shoe`, in English.
SCRIPTS = sorted(path for path in STATIC.rglob("*.js") if path.name != "shoe.js")


def told(path: Path, line: int, text: str) -> str:
    name = path.relative_to(templating.FOLDER.parent)
    return WHAT_TO_DO.format(name=name, line=line, text=text)


def test_no_template_says_anything_unmarked() -> None:
    found = [(path, one) for path in TEMPLATES for one in in_template(path.read_text("utf-8"))]
    assert [told(path, one.line, one.text) for path, one in found] == []


def test_no_script_says_anything_unmarked() -> None:
    found = [(path, one) for path in SCRIPTS for one in in_script(path.read_text("utf-8"))]
    assert [told(path, one.line, one.text) for path, one in found] == []


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("<p>Leave</p>", "Leave"),
        ('<p class="Lead">{{ name }} sits</p>', "sits"),
        ('<p>{{ _("Leave") }} now</p>', "now"),
        ('<button aria-label="Leave the table">×</button>', "Leave the table"),
        ('<i title="at {{ name }}"></i>', "at \0\0\0\0\0\0\0\0\0\0"),
        ('{{ "Leave" if practice else _("Cash out") }}', '"Leave"'),
        ('<td data-label="Prize">{% trans %}Prize{% endtrans %}</td>', "Prize"),
    ],
)
def test_a_bare_word_in_a_template_is_found(template: str, text: str) -> None:
    assert [one.text for one in in_template(template)] == [text]


@pytest.mark.parametrize(
    "template",
    [
        '<p class="Lead">{{ _("Leave") }} · {{ money(1) }}</p>',
        "{% trans a=b %}Leave {{ a }}{% endtrans %}",
        '{# Leave #}<script>const a = "Leave now";</script>',
        '{% if phase == "Over and out" %}{{ head(_("#Paid")) }}{% endif %}',
        '<a href="/tables/{{ id }}">{{ ngettext("%(num)s day", "%(num)s days", n) }}</a>&nbsp;',
        "{% block body_class %}wide{% endblock %}",
    ],
)
def test_what_is_marked_or_not_said_is_passed_over(template: str) -> None:
    assert list(in_template(template)) == []


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ('toast("Your seat is kept.");', "Your seat is kept."),
        ("announce(`Box ${box}: ${sum}.`);", "Box …: …."),
        ('element("p", "small muted", "Nobody is here");', "Nobody is here"),
        ('element("p", "", on ? say("On") : "Off for now");', "Off for now"),
        ('button("Leave", "quiet", () => {});', "Leave"),
        ('made.setAttribute("aria-label", "Chips in hand");', "Chips in hand"),
        ('const LABELS = { hit: "Hit" };', "Hit"),
        ("return /^a$/.test(x) ? `${say(`b`)} left over` : c;", "… left over"),
    ],
)
def test_a_bare_text_in_a_script_is_found(script: str, text: str) -> None:
    assert [one.text for one in in_script(script)] == [text]


@pytest.mark.parametrize(
    "script",
    [
        'toast(say("Your seat is kept."), "good news");',
        'say("Box {box}: {sum}.", { box, sum: money(sum) });',
        'sayMany(n, "{n} card", "{n} cards"); // Not this',
        'document.querySelector("main .table > h2");',
        'element("p", on ? "small muted" : "large muted", name);',
        'if (key === "Page Up") go();',
        'const at = { "Page Up": 1 }; /* Nor that */',
        'import { say } from "../common/say.js";',
    ],
)
def test_names_in_a_script_are_passed_over(script: str) -> None:
    assert list(in_script(script)) == []


def test_assets_and_templates_are_where_they_are_looked_for() -> None:
    assert len(TEMPLATES) > 50
    assert len(SCRIPTS) > 50
    assert assets.__file__
