"""Check items for judges: items about which everybody agreed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.checks import Collected, Known, is_data, item_of
from pangea_server.annotate.kinds.judge.votes import vote_of
from pangea_server.annotate.kinds.scoring import CheckVerdict

LEAST_VOTES = 3
"""Our choice: at chance, three people agree on one of two answers in a quarter of the items."""


class VotedAlike:
    """Items on which at least ``LEAST_VOTES`` people voted, all for the same; people are to vote so as well."""

    def items(self, kind: str, collected: Collected) -> Iterator[CheckItem]:
        judged: dict[str, list[Annotation]] = defaultdict(list)
        for done in collected.of(kind):
            if is_data(done) and vote_of(done) is not None:
                judged[str((done.args or {}).get("item"))].append(done)
        for item, answers in judged.items():
            votes = {vote_of(done) for done in answers}
            if len(answers) >= LEAST_VOTES and len(votes) == 1:
                made = item_of(kind, collected.campaign_id, answers[0], answers)
                args = {name: value for name, value in made.args.items() if name != "order"}
                known = args | {"expected": votes.pop()}
                yield made.model_copy(update={"item_id": f"{kind}-{item}", "args": known})

    def verdict(self, answer: Annotation, known: Known) -> CheckVerdict:
        expected, vote = known.item.args.get("expected"), vote_of(answer)
        return CheckVerdict(vote == expected, f"voted {vote or 'for nothing'}, {expected} expected")
