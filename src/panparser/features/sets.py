"""Named sets of feature templates. The language of a template is described in `native/features/template.hpp`."""

from __future__ import annotations

from collections.abc import Iterable

from panparser.errors import UsageError


def _lines(text: str) -> tuple[str, ...]:
    return tuple(template.strip() for template in text.replace("\n", ";").split(";") if template.strip())


# Zhang & Nivre (2011), Tables 1 and 2, and the last two actions.
_ZN11 = _lines("""
    S0.w S0.p; S0.w; S0.p; B0.w B0.p; B0.w; B0.p; B1.w B1.p; B1.w; B1.p; B2.w B2.p; B2.w; B2.p
    S0.w S0.p B0.w B0.p; S0.w S0.p B0.w; S0.w B0.w B0.p; S0.w S0.p B0.p; S0.p B0.w B0.p; S0.w B0.w; S0.p B0.p; B0.p B1.p
    B0.p B1.p B2.p; S0.p B0.p B1.p; S0.h.p S0.p B0.p; S0.p S0.l.p B0.p; S0.p S0.r.p B0.p; S0.p B0.p B0.l.p
    S0.w S0~B0; S0.p S0~B0; B0.w S0~B0; B0.p S0~B0; S0.w B0.w S0~B0; S0.p B0.p S0~B0
    S0.w S0.vr; S0.p S0.vr; S0.w S0.vl; S0.p S0.vl; B0.w B0.vl; B0.p B0.vl
    S0.h.w; S0.h.p; S0.d; S0.l.w; S0.l.p; S0.l.d; S0.r.w; S0.r.p; S0.r.d; B0.l.w; B0.l.p; B0.l.d
    S0.h.h.w; S0.h.h.p; S0.h.d; S0.l2.w; S0.l2.p; S0.l2.d; S0.r2.w; S0.r2.p; S0.r2.d; B0.l2.w; B0.l2.p; B0.l2.d
    S0.p S0.l.p S0.l2.p; S0.p S0.r.p S0.r2.p; S0.p S0.h.p S0.h.h.p; B0.p B0.l.p B0.l2.p
    S0.w S0.sr; S0.p S0.sr; S0.w S0.sl; S0.p S0.sl; B0.w B0.sl; B0.p B0.sl
    A1; A1 A2; S0.p B0.p A1; A1 A2 B0.p
""")

FEATURE_SETS: dict[str, tuple[str, ...]] = {"zn11": _ZN11}


def feature_templates(features: str | Iterable[str]) -> tuple[str, ...]:
    """The templates of a named set, or the ones given.

    >>> len(feature_templates("zn11"))
    76
    >>> feature_templates(["S0.w B0.w", "S0.p B0.p"])
    ('S0.w B0.w', 'S0.p B0.p')
    """
    if not isinstance(features, str):
        if not isinstance(features, Iterable):
            raise UsageError(f"features are the name of a set or a list of templates, not {type(features).__name__}")
        return tuple(features)
    if features not in FEATURE_SETS:
        known = ", ".join(FEATURE_SETS)
        raise UsageError(f"no feature set named {features!r}; use one of: {known}, or a list of templates")
    return FEATURE_SETS[features]
