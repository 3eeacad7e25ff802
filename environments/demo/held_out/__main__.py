"""Renders the held-out house: ``python -m environments.demo.held_out --output FOLDER``.

Needs what ``environments.demo.render`` needs, and writes the same files. ``--seed`` makes houses to develop with.
"""

from __future__ import annotations

from environments.demo.held_out.house import generated_house
from environments.demo.held_out.seed import SEED
from environments.demo.render import render_house, rendering_options


def main() -> None:
    """Make the house of a seed and render it."""
    parser = rendering_options("Render a house that is made from a seed.", width=1024, samples=4)
    parser.add_argument(
        "--seed", type=int, default=SEED, help="of the house (%(default)s, which is held out)"
    )
    options = parser.parse_args()
    if options.output is None:
        parser.error("--output is missing: name a folder for the house.")
    render_house(generated_house(options.seed), options)


if __name__ == "__main__":
    main()
