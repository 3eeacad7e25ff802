"""Cycles in a graph of folders, and a small set of edges that causes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import networkx as nx

Edge = tuple[str, str]
PASSES = 20


def cycles(edges: Iterable[Edge]) -> list[set[str]]:
    """Strongly connected components of more than one node, the largest first."""
    graph: nx.DiGraph[str] = nx.DiGraph(list(edges))
    found = [set(component) for component in nx.strongly_connected_components(graph) if len(component) > 1]
    return sorted(found, key=lambda component: (-len(component), min(component)))


def causes(weights: Counter[Edge]) -> list[Edge]:
    """Edges whose removal leaves no cycle. Their number of imports is small, but not proven to be minimal.

    Args:
        weights: imports by edge.
    """
    return sorted(edge for component in cycles(weights) for edge in _backward(component, weights))


def _backward(component: set[str], weights: Counter[Edge]) -> list[Edge]:
    inside = Counter(
        {edge: many for edge, many in weights.items() if component.issuperset(edge) and edge[0] != edge[1]}
    )
    order = sorted(component, key=lambda node: (_balance(node, inside), node))
    for _ in range(PASSES):
        moved = order
        for node in sorted(component):
            moved = _best_place(node, moved, inside)
        if moved == order:
            break
        order = moved
    place = {node: at for at, node in enumerate(order)}
    return [edge for edge in inside if place[edge[0]] < place[edge[1]]]


def _balance(node: str, inside: Counter[Edge]) -> int:
    """Imports from a node minus imports of it: nodes that import little come first."""
    return sum(many * ((start == node) - (end == node)) for (start, end), many in inside.items())


def _best_place(node: str, order: Sequence[str], inside: Counter[Edge]) -> list[str]:
    """The order with ``node`` at the place where the fewest imports point to a later node."""
    others = [other for other in order if other != node]
    cost = sum(
        inside[node, other] for other in others
    )  # at the first place, all its own imports point backward
    costs = [cost]
    for other in others:
        cost += inside[other, node] - inside[node, other]
        costs.append(cost)
    at = min(range(len(costs)), key=lambda place: (costs[place], abs(place - list(order).index(node))))
    return [*others[:at], node, *others[at:]]
