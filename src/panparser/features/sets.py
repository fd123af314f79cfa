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

# For systems that make arcs between the two topmost words of the stack: what zn11 says of S0 and B0, for S1 and S0.
_ZN11_STACK = _ZN11 + _lines("""
    S1.w S1.p; S1.w; S1.p; S1.w S0.w; S1.w S0.p; S1.p S0.w; S1.p S0.p; S1.w S1.p S0.p; S1.p S0.w S0.p; S1.w S0.w S0.p
    S1.w S1.p S0.w; S1.p S0.p B0.p; S1.p S0.p B0.w; S1.p S0.w B0.p; S1.w B0.w; S1.p B0.p; S2.p S1.p S0.p
    S1.w S1~S0; S1.p S1~S0; S0.w S1~S0; S0.p S1~S0; S1.w S0.w S1~S0; S1.p S0.p S1~S0
    S1.w S1.vr; S1.p S1.vr; S1.w S1.vl; S1.p S1.vl; S1.l.p; S1.l.d; S1.r.p; S1.r.d; S1.r.w
    S1.p S1.r.p S0.p; S1.p S1.l.p S0.p; S1.p S0.p S0.l.p; S1.p S0.p S0.r.p; S1.w S1.sr; S1.p S1.sr; S1.p S1.sl
""")

# Fernández-González & Gómez-Rodríguez (2017), Table 2: the focus words are S0 and B0.
_COVINGTON = _lines("""
    S0.w; S0.p; S0.w S0.p; S0.d; S0.h.w; S0.h.p; S0.h.d; S0.h.h.w; S0.h.h.p; S0.h.h.d
    S0.ln.w; S0.ln.p; S0.ln.d; S0.rn.w; S0.rn.p; S0.rn.d; S0.l.w; S0.l.p; S0.l.d; S0.r.w; S0.r.p; S0.r.d
    S0.w S0~B0; S0.p S0~B0; S0.w S0.vr; S0.p S0.vr; S0.w S0.vl; S0.p S0.vl; S0.w S0.sl; S0.p S0.sl; S0.w S0.sr
    S0.p S0.sr; S1.w; S1.p; S1.w S1.p; B0.w; B0.p; B0.w B0.p; B0.h.w; B0.h.p; B0.h.d; B0.h.h.w; B0.h.h.p
    B0.ln.w; B0.ln.p; B0.ln.d; B0.l.w; B0.l.p; B0.l.d; B0.w S0~B0; B0.p S0~B0; B0.w B0.vl; B0.p B0.vl; B0.w B0.sl
    B0.p B0.sl; B1.w; B1.p; B1.w B1.p; B2.w; B2.p; B2.w B2.p; CL.w; CL.p; CL.w CL.p; CR.w; CR.p; CR.w CR.p
    S0.w S0.p B0.w B0.p; S0.w S0.p B0.w; S0.w B0.w B0.p; S0.w S0.p B0.p; S0.p B0.w B0.p; S0.w B0.w; S0.p B0.p
    B0.p B1.p; S0.w B0.w S0~B0; S0.p B0.p S0~B0
    B0.p B1.p B2.p; S0.p B0.p B1.p; S0.h.p S0.p B0.p; S0.p S0.ln.p B0.p; S0.p S0.rn.p B0.p; S0.p B0.p B0.ln.p
    S0.p S0.ln.p S0.l.p; S0.p S0.rn.p S0.r.p; S0.p S0.h.p S0.h.h.p; B0.p B0.ln.p B0.l.p
""")

FEATURE_SETS: dict[str, tuple[str, ...]] = {"zn11": _ZN11, "zn11-stack": _ZN11_STACK, "covington": _COVINGTON}

_MADE_FOR = {
    "covington": "covington",
    "nonmonotonic-covington": "covington",
    "arc-standard": "zn11-stack",
    "arc-hybrid": "zn11-stack",
    "arc-hybrid-partial": "zn11-stack",
    "arc-hybrid-span": "zn11-stack",
}


def default_features(system: str) -> str:
    """The feature set that suits a transition system.

    >>> default_features("arc-eager"), default_features("arc-hybrid")
    ('zn11', 'zn11-stack')
    """
    return _MADE_FOR.get(system, "zn11")


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
