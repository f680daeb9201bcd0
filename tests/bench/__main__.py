"""Run the benchmarks: one JSON line for each figure, its peer or floor measured in the same run.

Exit code 0 when every figure reaches its limit, 1 when one does not, 2 for an unknown name.
"""

from __future__ import annotations

import argparse
import sys

from tests.bench import (
    air,
    calculators,
    contention,
    diplomacy,
    disk,
    economy,
    endings,
    fuzz,
    ground,
    hand,
    jobs,
    orders,
    partisans,
    play,
    queue,
    rooms,
    screens,
    sea,
    server,
    setup,
    spoilt,
    start,
    strategic,
    supply,
    targets,
    war_map,
    wire,
    world_at_war,
)
from tests.bench.measuring import Bench, Settings

BENCHES: dict[str, Bench] = {
    "home": start.home,
    "show": start.show,
    "check": start.check,
    "rooms": rooms.rooms,
    "orders": orders.orders,
    "opening": disk.opening,
    "undo": disk.undo,
    "append": disk.append,
    "entries": disk.entries,
    "contention": contention.contention,
    "screens": screens.screens,
    "jobs": jobs.jobs,
    "diplomacy": diplomacy.diplomacy,
    "supply": supply.checks,
    "hand": hand.hand,
    "targets": targets.targets,
    "setup": setup.setup,
    "queue": queue.queue,
    "memory": screens.memory,
    "map": war_map.war_map,
    "server": server.server,
    "wire": wire.wire,
    "calc": calculators.batch,
    "crash": play.crash,
    "campaigns": play.campaigns,
    "counts": play.counts,
    "endings": endings.endings,
    "ends": endings.ends,
    "partisans": partisans.partisans,
    "economy": economy.economy,
    "year-start": economy.year_start,
    "forecasts": strategic.forecasts,
    "battles": strategic.battles,
    "air-battle": air.battle,
    "ground-battle": ground.battle,
    "sea-battle": sea.battle,
    "awaw-forecasts": world_at_war.forecasts,
    "awaw-raids": world_at_war.raids,
    "awaw-wars": world_at_war.wars,
    "fuzz": fuzz.fuzz,
    "spoilt": spoilt.spoilt,
}


def main(arguments: list[str]) -> int:
    """Run the benches named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"which: {', '.join(BENCHES)} (all)")
    parser.add_argument("--quick", action="store_true", help="a fifth of the repetitions, a hundredth of the counts")
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies the counts of kills and campaigns (1)")
    args = parser.parse_args(arguments)
    unknown = [name for name in args.names if name not in BENCHES]
    if unknown:
        print(f"no bench {', '.join(unknown)}; there are {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    settings = Settings(quick=args.quick, scale=args.scale)
    fine = True
    for name in args.names or BENCHES:
        for figure in BENCHES[name](settings):
            print(figure.line, flush=True)
            fine = fine and figure.ok
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
