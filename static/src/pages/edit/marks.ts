import type { EditedPlace, Sight, Spot } from '../../api/EditClient'
import { between, floorUnder, type Shown, shownOf, shownSight, shownWay } from './frames'
import type { Mark } from './Pane'

/** Of the picture of a viewpoint: where the other viewpoint is, and those that can be walked to from here. */
export function placesSeen(place: EditedPlace, spot: Spot, other: string | null): Mark[] {
  const near = place.edges.flatMap(({ a, b }) => (a === spot.viewpoint_id ? [b] : b === spot.viewpoint_id ? [a] : []))
  return [...new Set([...(other === null ? [] : [other]), ...near])].flatMap((id): Mark[] => {
    const there = place.viewpoints.find(({ viewpoint_id: each }) => each === id)
    if (!there) return []
    const way = shownWay(shownOf('', spot), between(spot.position, floorUnder(there)))
    return [{ way, look: id === other ? 'other' : 'neighbour', label: id }]
  })
}

/** A point of a picture that was picked. */
export const pointIn = (shown: Shown, sight: Sight): Mark => ({ way: shownSight(shown, sight), look: 'point', label: '' })
