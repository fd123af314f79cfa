"""Transition systems by name, and configurations as values."""

from panparser._native import Configuration, TransitionSystem
from panparser.systems.registry import SystemInfo, system, systems
from panparser.systems.verify import Report, verify
from panparser.systems.walks import walk

__all__ = ["Configuration", "Report", "SystemInfo", "TransitionSystem", "system", "systems", "verify", "walk"]
