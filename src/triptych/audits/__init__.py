"""Audits: a judge is tested with no human at hand, by what it must not be moved by and what it must notice."""

from triptych.audits._findings import (
    MAX_SHIFT,
    AuditReport,
    AuditResult,
    Bench,
    Finding,
    bundled_cases,
    find_audits,
    read_audit,
    run_audits,
)
from triptych.audits.sensitivity import Damage, load_damages

__all__ = [
    "MAX_SHIFT",
    "AuditReport",
    "AuditResult",
    "Bench",
    "Damage",
    "Finding",
    "bundled_cases",
    "find_audits",
    "load_damages",
    "read_audit",
    "run_audits",
]
