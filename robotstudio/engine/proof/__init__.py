"""Proofs for every URL that two readings of a file agree, or a URL as counterexample. docs/proofs.md explains them."""

from robotstudio.engine.proof.budget import Undecided
from robotstudio.engine.proof.comparison import ReadingComparison, compare_readings
from robotstudio.engine.proof.cover import covers
from robotstudio.engine.proof.equality import (
    Difference,
    Differences,
    Proof,
    Result,
    differences,
    prove_alike,
    prove_equal,
)
from robotstudio.engine.proof.minimise import Minimised, MinimiseStep, StepKind, minimise
from robotstudio.engine.proof.operands import Reading
from robotstudio.engine.proof.rules import RuleProof, Use, can_decide, prove_rules
from robotstudio.engine.proof.unchanged import Alike, RuleLines, is_unchanged, pairs_of_readings

__all__ = [
    "Alike",
    "Difference",
    "Differences",
    "MinimiseStep",
    "Minimised",
    "Proof",
    "Reading",
    "ReadingComparison",
    "Result",
    "RuleLines",
    "RuleProof",
    "StepKind",
    "Undecided",
    "Use",
    "can_decide",
    "compare_readings",
    "covers",
    "differences",
    "is_unchanged",
    "minimise",
    "pairs_of_readings",
    "prove_alike",
    "prove_equal",
    "prove_rules",
]
