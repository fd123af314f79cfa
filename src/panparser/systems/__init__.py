"""Transition systems by name, and configurations as values."""

from panparser._native import Configuration, TransitionSystem
from panparser.systems.registry import SystemInfo, system, systems

__all__ = ["Configuration", "SystemInfo", "TransitionSystem", "system", "systems"]
