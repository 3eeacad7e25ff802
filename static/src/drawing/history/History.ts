import type { Look } from '../geometry/polygons'
import { type Begun, type Drawn, type DrawnRegion, NOTHING } from './drawn'

const VERSION = 1

/** What was drawn, before and after each change. A value: each change makes another history. */
export class History {
  constructor(
    private readonly states: readonly Drawn[],
    private readonly at: number,
  ) {}

  /** What `kept` wrote; where that cannot be read, one that begins with these regions. */
  static of(kept: string | null, first: readonly DrawnRegion[] = []): History {
    try {
      return unpacked(JSON.parse(kept ?? 'null') as Packed)
    } catch {
      return new History([{ ...NOTHING, regions: first }], 0)
    }
  }

  get now(): Drawn {
    return this.states[this.at] ?? NOTHING
  }

  get hasPast(): boolean {
    return this.at > 0
  }

  get hasFuture(): boolean {
    return this.at < this.states.length - 1
  }

  /** After a change; what was undone before is forgotten. */
  with(next: Drawn): History {
    return new History([...this.states.slice(0, this.at + 1), next], this.at + 1)
  }

  /** The last change goes on: it is undone at once. */
  going(next: Drawn): History {
    return this.hasPast ? new History([...this.states.slice(0, this.at), next], this.at) : this.with(next)
  }

  undone(): History {
    return this.hasPast ? new History(this.states, this.at - 1) : this
  }

  redone(): History {
    return this.hasFuture ? new History(this.states, this.at + 1) : this
  }

  /** As text for a draft, without the oldest changes if it would be longer than this. */
  kept(longest = Infinity): string {
    const stride = Math.ceil(this.states.length / 20)
    for (let first = 0; ; first = Math.min(this.at, first + stride)) {
      const text = JSON.stringify(packed(this.states.slice(first), this.at - first))
      if (text.length <= longest || first === this.at) return text
    }
  }
}

/** Each point, region and begun shape once, as states have most of them in common. */
interface Packed {
  readonly version: number
  readonly points: readonly Look[]
  readonly regions: readonly (Omit<DrawnRegion, 'clicked'> & { readonly clicked: readonly number[] | null })[]
  readonly begun: readonly (Omit<Begun, 'points'> & { readonly points: readonly number[] })[]
  readonly states: readonly (readonly [regions: readonly number[], begun: number | null])[]
  readonly at: number
}

function packed(states: readonly Drawn[], at: number): Packed {
  const [points, regions, begun] = [new Table<Look>(), new Table<DrawnRegion>(), new Table<Begun>()]
  const told = states.map(({ regions: each, begun: open }) => [each.map((region) => regions.place(region)), open && begun.place(open)] as const)
  return {
    version: VERSION,
    begun: begun.items.map((each) => ({ ...each, points: each.points.map((point) => points.place(point)) })),
    regions: regions.items.map((each) => ({ ...each, clicked: each.clicked?.map((point) => points.place(point)) ?? null })),
    points: points.items,
    states: told,
    at,
  }
}

function unpacked({ version, points, regions, begun, states, at }: Packed): History {
  if (version !== VERSION || !(at in states)) throw new RangeError(`A history of version ${version} is at ${at}.`)
  const pointsAt = (places: readonly number[]): Look[] => places.map((place) => found(points, place))
  const opened = begun.map((each): Begun => ({ ...each, points: pointsAt(each.points) }))
  const drawn = regions.map((each): DrawnRegion => ({ ...each, clicked: each.clicked && pointsAt(each.clicked) }))
  const remade = states.map(([each, open]): Drawn => ({ regions: each.map((place) => found(drawn, place)), begun: open === null ? null : found(opened, open) }))
  return new History(remade, at)
}

function found<Item>(items: readonly Item[], place: number): Item {
  const item = items[place]
  if (item === undefined) throw new RangeError(`There is no item ${place}.`)
  return item
}

/** Items by their identity. */
class Table<Item> {
  readonly items: Item[] = []
  private readonly places = new Map<Item, number>()

  place(item: Item): number {
    const known = this.places.get(item)
    if (known !== undefined) return known
    this.places.set(item, this.items.length)
    return this.items.push(item) - 1
  }
}
