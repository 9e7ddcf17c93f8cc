"""The rows of a CP-SAT model as a mixed-integer program, for solvers that know nothing else.

Nothing is approximated: an assignment of the variables satisfies the program exactly if it
satisfies the model, with the same objective. What cannot be written so is refused.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ortools.sat.python import cp_model
from ortools.sat.python.cp_model_helper import ConstraintProto, CpModelProto

#: Where CP-SAT's domains end when there is no bound.
_NO_LOWER: Final = -(2**63)
_NO_UPPER: Final = 2**63 - 1


class NotExportable(ValueError):
    """The model holds something that is not a linear row; says what and where."""


@dataclass(frozen=True)
class Row:
    """`lower <= sum of coefficient * variable <= upper`, variables by their index."""

    terms: dict[int, int]
    lower: float  #: an integer, or -inf
    upper: float  #: an integer, or inf

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the values, one for each variable, satisfy the row."""
        return self.lower <= sum(c * values[v] for v, c in self.terms.items()) <= self.upper


@dataclass(frozen=True)
class Mip:
    """Integer variables with bounds, rows, and an integer objective to be maximised."""

    lower: list[int]
    upper: list[int]
    rows: list[Row]
    objective: dict[int, int]
    offset: int

    def value(self, values: Sequence[int]) -> int:
        """The objective of an assignment."""
        return self.offset + sum(c * values[v] for v, c in self.objective.items())

    def violations(self, values: Sequence[int]) -> list[str]:
        """What an assignment violates, bounds and rows; empty if it is a solution."""
        bounds = zip(self.lower, values, self.upper, strict=True)
        return [
            *(f"variable {v}: {x}" for v, (low, x, up) in enumerate(bounds) if not low <= x <= up),
            *(f"row {r}: {row}" for r, row in enumerate(self.rows) if not row.holds(values)),
        ]


class _Expression:
    """A sum of variables with coefficients, and a constant; literals are 0 or 1."""

    def __init__(self) -> None:
        self.terms: dict[int, int] = {}
        self.constant = 0

    def add(self, variable: int, coefficient: int) -> None:
        self.terms[variable] = self.terms.get(variable, 0) + coefficient

    def add_literal(self, literal: int, coefficient: int = 1) -> None:
        """A literal is a variable's index i, or -1 - i for its negation, 1 - variable."""
        if literal >= 0:
            self.add(literal, coefficient)
        else:
            self.constant += coefficient
            self.add(-1 - literal, -coefficient)

    def row(self, lower: float, upper: float) -> Row:
        """The row that holds the expression within these bounds."""
        terms = {v: c for v, c in self.terms.items() if c}
        return Row(terms, lower - self.constant, upper - self.constant)


def exported(model: cp_model.CpModel) -> Mip:
    """The model as a program of the same variables, by their indices.

    Raises NotExportable for a variable whose domain has holes, a constraint that is not linear, a
    Boolean clause, `at most one` or `exactly one`, one that never holds, assumptions, or an
    objective that is not an integer expression to be maximised.
    """
    proto: CpModelProto = model.proto
    if len(proto.assumptions):
        raise NotExportable("assumptions are not rows")
    lower, upper = [], []
    for v, variable in enumerate(proto.variables):
        low, up = _interval(list(variable.domain), f"variable {v}")
        lower.append(int(low))
        upper.append(int(up))
    rows = [
        row
        for c, constraint in enumerate(proto.constraints)
        for row in _rows_of(constraint, f"constraint {c}", lower, upper)
    ]
    objective, offset = _objective(proto)
    return Mip(lower, upper, rows, objective, offset)


def _interval(domain: Sequence[int], name: str) -> tuple[float, float]:
    if len(domain) != 2:
        raise NotExportable(f"{name}: its domain {list(domain)} is not one interval")
    low, up = domain
    return -math.inf if low == _NO_LOWER else low, math.inf if up == _NO_UPPER else up


def _objective(proto: CpModelProto) -> tuple[dict[int, int], int]:
    """CP-SAT states a maximum as the minimum of the negated expression, scaled by -1."""
    objective = proto.objective
    if not proto.has_objective() or objective.scaling_factor != -1:
        raise NotExportable("the objective is not an integer expression to be maximised")
    if objective.offset != int(objective.offset):
        raise NotExportable(f"the objective's offset {objective.offset} is not an integer")
    total = _Expression()
    for variable, coefficient in zip(objective.vars, objective.coeffs, strict=True):
        total.add(variable, -coefficient)
    return total.terms, -int(objective.offset)


def _rows_of(
    constraint: ConstraintProto, name: str, lower: Sequence[int], upper: Sequence[int]
) -> Iterator[Row]:
    """The rows of a constraint, which holds if all its enforcement literals are true."""
    enforcement = list(constraint.enforcement_literal)
    for expression, low, up in _conditions(constraint, name):
        for row in _enforced(expression, low, up, enforcement, lower, upper):
            if row.terms:
                yield row
            elif not row.holds([]):
                raise NotExportable(f"{name}: it never holds")


def _conditions(
    constraint: ConstraintProto, name: str
) -> Iterator[tuple[_Expression, float, float]]:
    """What a constraint says when it is enforced: expressions and their bounds."""
    if constraint.has_linear():
        expression = _Expression()
        linear = constraint.linear
        for variable, coefficient in zip(linear.vars, linear.coeffs, strict=True):
            expression.add(variable, coefficient)
        yield expression, *_interval(list(linear.domain), name)
    elif constraint.has_bool_and():
        for literal in constraint.bool_and.literals:
            yield _count([literal]), 1, math.inf
    elif constraint.has_bool_or():
        yield _count(constraint.bool_or.literals), 1, math.inf
    elif constraint.has_at_most_one():
        yield _count(constraint.at_most_one.literals), -math.inf, 1
    elif constraint.has_exactly_one():
        yield _count(constraint.exactly_one.literals), 1, 1
    else:
        raise NotExportable(f"{name}: {_kind(constraint)} has no linear form here")


def _kind(constraint: ConstraintProto) -> str:
    """The name of the constraint's kind in the model's text."""
    # Only these are looked at: to read the field of another kind would turn the constraint into it.
    for name in (name for name in dir(constraint) if name.startswith("has_")):
        has: Callable[[], bool] = getattr(constraint, name)
        if has():
            return name.removeprefix("has_")
    return "a constraint of no kind"


def _count(literals: Sequence[int]) -> _Expression:
    expression = _Expression()
    for literal in literals:
        expression.add_literal(literal)
    return expression


def _enforced(
    expression: _Expression,
    low: float,
    up: float,
    enforcement: Sequence[int],
    lower: Sequence[int],
    upper: Sequence[int],
) -> Iterator[Row]:
    """The bounds of an expression, each loosened by as much as needed for a false literal.

    As much as needed is the distance to the least or greatest value that the expression can have
    within the bounds of its variables; a bound that it cannot miss is no row.
    """
    if not enforcement:
        yield expression.row(low, up)
        return
    ends = [sorted((c * lower[v], c * upper[v])) for v, c in expression.terms.items()]
    least = expression.constant + sum(end[0] for end in ends)
    greatest = expression.constant + sum(end[1] for end in ends)
    for slack, bounds in (
        (int(low) - least if low > least else 0, (low, math.inf)),
        (int(up) - greatest if up < greatest else 0, (-math.inf, up)),
    ):
        if slack:
            loose = _Expression()
            loose.terms = dict(expression.terms)
            loose.constant = expression.constant
            for literal in enforcement:
                loose.add_literal(-1 - literal, slack)
            yield loose.row(*bounds)
