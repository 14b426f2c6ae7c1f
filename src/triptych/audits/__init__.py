"""Audits: a judge is tested with no human at hand, by what it must not be moved by and what it must notice."""

from triptych.audits._findings import MAX_SHIFT as MAX_SHIFT
from triptych.audits._findings import AuditReport as AuditReport
from triptych.audits._findings import AuditResult as AuditResult
from triptych.audits._findings import Bench as Bench
from triptych.audits._findings import Finding as Finding
from triptych.audits._findings import bundled_cases as bundled_cases
from triptych.audits._findings import find_audits as find_audits
from triptych.audits._findings import read_audit as read_audit
from triptych.audits._findings import run_audits as run_audits
from triptych.audits.sensitivity import Damage as Damage
from triptych.audits.sensitivity import load_damages as load_damages
