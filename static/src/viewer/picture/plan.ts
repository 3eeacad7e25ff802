import type { Panorama } from './Panorama'
import type { Patch, Source } from './TiledPicture'
import { inMiddle, inView, nearestFirst, type Sight } from './sight'
import type { Request, Urgency } from './TileLoader'

/** A panorama, and how it is looked at, or would be from its own place. */
export interface Seen {
  readonly panorama: Panorama
  readonly sight: Sight
  /** Whether something else is seen in its place until it is sharp. */
  readonly covered?: boolean
}

interface Plan {
  /** What to load, in order. */
  readonly requests: readonly Request[]
  /** What must stay: these images, and those that replace them until they are loaded. */
  readonly kept: ReadonlySet<string>
}

interface Held {
  has(url: string): boolean
  /** The bytes that an image takes; null until it is loaded. */
  bytesOf(url: string): number | null
  /** The bytes of the largest image so far: an image of unknown size will hardly take more. */
  readonly largest: number
}

/**
 * What to load, and to keep, within `budget` bytes: the preview of what is looked at, its patches in view from the
 * centre outwards and then those at the very edge, the previews of the viewpoints one may step to and how far things
 * are, the rest of what is looked at, and then what one would see after a step. Without `steps` (null) nothing but what is looked at.
 */
export function plan(looked: Seen, steps: readonly Seen[] | null, held: Held, budget: number): Plan {
  const { middle, edge, hidden } = splitByView(looked)
  const ahead = steps && [
    ...previews(steps),
    ...[looked, ...steps].flatMap(({ panorama }) => panorama.relief ?? []),
    ...hidden.flatMap(sharpest),
    ...steps.flatMap((step) => splitByView(step)).flatMap(({ middle, edge }) => [...middle, ...edge].flatMap(sharpest)),
  ]
  const kept = new Set<string>()
  const requests: Request[] = []
  let bytes = 0
  const take = (source: Source, urgency: Urgency, most = Infinity): void => {
    if (kept.has(source.url)) return
    bytes += held.bytesOf(source.url) ?? source.bytes ?? held.largest
    if (bytes > most) return
    kept.add(source.url)
    if (!held.has(source.url)) requests.push({ url: source.url, urgency })
  }
  for (const source of previews([looked])) take(source, looked.covered ? 'now' : 'first')
  for (const source of middle.flatMap(sharpest)) take(source, 'now')
  if (steps) for (const source of edge.flatMap(sharpest)) take(source, 'later')
  for (const source of ahead ?? []) take(source, 'later', budget)
  for (const { url } of [...middle, ...edge, ...hidden].flatMap(({ sources }) => sources)) if (held.has(url)) kept.add(url)
  return { requests, kept }
}

function splitByView({ panorama, sight }: Seen): Record<'middle' | 'edge' | 'hidden', Patch[]> {
  const patches = nearestFirst(panorama.patches(sight), sight)
  const [seen, hidden] = split(patches, (patch) => inView(patch, sight))
  const [middle, edge] = split(seen, (patch) => inMiddle(patch, sight))
  return { middle, edge, hidden }
}

function split<Item>(items: readonly Item[], test: (item: Item) => boolean): [passed: Item[], others: Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

const sharpest = ({ sources }: Patch): Source[] => sources.slice(0, 1)
const previews = (seen: readonly Seen[]): Source[] => seen.flatMap(({ panorama }) => panorama.picture.preview ?? [])
