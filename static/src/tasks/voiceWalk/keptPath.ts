/** How a walk differs from its path: it left the path, never moved, or did not reach the goal. */
export type WalkFault = 'left' | 'still' | 'short'

type Places = readonly number[]

/**
 * Where on its path a walk may be that goes forward and back along it: at one place, unless the path passes a viewpoint
 * more than once. The server refuses other walks by the same rule (`pangea_server/annotate/kinds/guide/__init__.py`).
 */
export class KeptPath {
  private places: Places = [0]

  constructor(private readonly path: readonly string[]) {}

  /** Goes on from the end of a walk, or from the start where there is none. */
  resume(walked: readonly string[]): void {
    this.places = placesAfter(this.path, walked)
  }

  /** The viewpoints to step to from `here`. */
  exits(here: string): readonly string[] {
    this.reach(here)
    const exits = this.places.flatMap((place) => [this.path[place - 1], this.path[place + 1]])
    return [...new Set(exits.filter((exit) => exit !== undefined))]
  }

  private reach(here: string): void {
    const standing = this.places.filter((place) => this.path[place] === here)
    if (standing.length > 0) return void (this.places = standing)
    const stepped = nextPlaces(this.path, this.places, here)
    this.places = stepped.length > 0 ? stepped : placesOf(this.path, here)
  }
}

/** What is wrong with a walk along `path`; null for a Guide's answer. */
export function walkFault(path: readonly string[], walked: readonly string[]): WalkFault | null {
  const places = placesAfter(path, walked)
  if (places.length === 0) return 'left'
  if (places.includes(path.length - 1)) return null
  return walked.length > 1 ? 'short' : 'still'
}

/** Where a walk ends; nowhere when it left the path. */
function placesAfter(path: readonly string[], walked: readonly string[]): Places {
  if (walked.length > 0 && walked[0] !== path[0]) return []
  return walked.slice(1).reduce<Places>((places, there) => nextPlaces(path, places, there), [0])
}

const nextPlaces = (path: readonly string[], places: Places, there: string): Places => [
  ...new Set(places.flatMap((place) => [place - 1, place + 1]).filter((place) => path[place] === there)),
]

const placesOf = (path: readonly string[], here: string): Places => path.flatMap((viewpointId, place) => (viewpointId === here ? [place] : []))
