"""Where a fault can be put into a source file, and the source with the fault in it.

A fault changes one place: a comparison, an operator, a condition, a number, a truth value, a call of
``min`` or ``max``, a statement that is left out. Texts are left alone: what a refusal says is read by
people, what it means (reason, rule, numbers) by programs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Fault", "faults_of", "with_fault"]

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: the file, the line, which change of it (their order is fixed), and what it does."""

    path: Path
    line: int
    number: int
    what: str


def faults_of(path: Path) -> list[Fault]:
    """Every fault that a file can get, in the order of the file."""
    tree = ast.parse(path.read_text())
    return [
        Fault(path, getattr(node, "lineno", 0), number, what)
        for number, (node, what) in enumerate(_places(tree))
    ]


def with_fault(fault: Fault) -> str:
    """The source of the fault's file with the fault in it."""
    tree = ast.parse(fault.path.read_text())
    for number, (node, what) in enumerate(_places(tree)):
        if number == fault.number:
            _change(tree, node, what)
            return ast.unparse(ast.fix_missing_locations(tree))
    raise LookupError(fault)


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Every node that a fault can change, once for each way, inside functions and not in annotations."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and not _is_nested(tree, function):
            if function.name == "__repr__":
                continue
            for statement in function.body:
                yield from _in_statement(statement)


def _is_nested(tree: ast.Module, function: ast.FunctionDef) -> bool:
    return any(
        inner is function
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef) and outer is not function
        for inner in ast.walk(outer)
    )


def _in_statement(statement: ast.stmt) -> Iterator[tuple[ast.AST, str]]:
    skipped = _unheard(statement)
    for node in ast.walk(statement):
        if node in skipped:
            continue
        match node:
            case ast.Compare(ops=[operation]):
                for other in _COMPARISONS.get(type(operation), ()):
                    yield node, f"{type(operation).__name__} becomes {other.__name__}"
            case ast.BinOp(op=operation) if type(operation) in _OPERATORS:
                yield node, f"{type(operation).__name__} becomes {_OPERATORS[type(operation)].__name__}"
            case ast.BoolOp(op=ast.And()):
                yield node, "And becomes Or"
            case ast.BoolOp(op=ast.Or()):
                yield node, "Or becomes And"
            case ast.UnaryOp(op=ast.Not()):
                yield node, "Not is left out"
            case ast.Constant(value=bool(value)):
                yield node, f"{value} becomes {not value}"
            case ast.Constant(value=int(value)):
                yield node, f"{value} becomes {value + 1}"
            case ast.Call(func=ast.Name(id="min" | "max" as name)):
                yield node, f"{name} becomes {'max' if name == 'min' else 'min'}"
            case ast.Assign() | ast.AugAssign() if _can_be_left_out(node):
                yield node, "assignment is left out"
            case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Continue() | ast.Break():
                yield node, f"{type(node).__name__} is left out"
            case _:
                pass


def _unheard(statement: ast.stmt) -> set[ast.AST]:
    """Nodes whose change nobody could hear of: texts, docstrings, annotations, assertions."""
    skipped: set[ast.AST] = set()
    for node in ast.walk(statement):
        match node:
            case ast.JoinedStr() | ast.Assert():
                skipped.update(ast.walk(node))
            case ast.Assign(targets=[ast.Name(id="text")]):
                skipped.update(ast.walk(node))
            case ast.Expr(value=ast.Constant()):
                skipped.update(ast.walk(node))
            case ast.AnnAssign(annotation=annotation):
                skipped.update(ast.walk(annotation))
            case ast.FunctionDef(args=arguments, returns=returns):
                skipped.update(ast.walk(arguments))
                if returns is not None:
                    skipped.update(ast.walk(returns))
            case _:
                pass
    return skipped


def _can_be_left_out(node: ast.Assign | ast.AugAssign) -> bool:
    """A first binding cannot go without a NameError, which would be no fault but a crash."""
    target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
    return isinstance(node, ast.AugAssign) or isinstance(target, (ast.Attribute, ast.Subscript))


def _change(tree: ast.Module, node: ast.AST, what: str) -> None:
    match node:
        case ast.Compare(ops=[operation]):
            for other in _COMPARISONS[type(operation)]:
                if what.endswith(f" {other.__name__}"):
                    node.ops = [other()]
                    return
        case ast.BinOp(op=operation):
            node.op = _OPERATORS[type(operation)]()
        case ast.BoolOp(op=ast.And()):
            node.op = ast.Or()
        case ast.BoolOp():
            node.op = ast.And()
        case ast.UnaryOp(operand=operand):
            _replace(tree, node, operand)
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.Call(func=ast.Name() as name) if what.endswith(("max", "min")) and "becomes" in what:
            name.id = "max" if name.id == "min" else "min"
        case _:
            _replace(tree, node, ast.Pass())


def _replace(tree: ast.Module, old: ast.AST, new: ast.AST) -> None:
    ast.copy_location(new, old)
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
                return
            if isinstance(value, list):
                for place, one in enumerate(value):
                    if one is old:
                        value[place] = new
                        return
    raise LookupError(ast.dump(old))
