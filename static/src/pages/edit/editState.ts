import type { EdgeDoubt, EditedPlace, Sight, Spot } from '../../api/EditClient'
import type { Notice } from '../../kit/notices/notice'
import type { Laying } from './planPictures'

/** What the next click means. */
export type Tool = 'place' | 'face' | 'align' | 'level' | 'height' | 'distance' | 'room' | 'blur' | 'plan'

export type Side = 'from' | 'subject'

export interface EditState {
  readonly busy: boolean
  readonly problem: Notice | null
  /** Whether the files were changed by somebody else, so that nothing can be written. */
  readonly conflict: boolean
  readonly place: EditedPlace
  /** The viewpoint that the other is seen from; null in a place of one. */
  readonly from: string | null
  /** The viewpoint, or the picture that waits, which is edited. */
  readonly subject: string
  readonly tool: Tool | null
  /** The first of two points. */
  readonly first: { readonly side: Side; readonly sight: Sight } | null
  /** Whether everything that is joined to the subject goes along. */
  readonly part: boolean
  /** The viewpoints of the room that is being named. */
  readonly inRoom: readonly string[]
  /** The picture of a floor plan that is being laid. */
  readonly laying: Laying | null
  readonly edge: EdgeDoubt | null
  readonly storey: number
  /** Whether a picture that waited is being placed, so that the next one follows. */
  readonly following: boolean
}

/** What is seen first: the edge that is to be looked at before others, or the first picture that waits in a place of one. */
export function begun(place: EditedPlace): EditState {
  const [first, second] = place.viewpoints
  const edge = place.edges.find(({ kept }) => !kept) ?? null
  const subject = edge?.b ?? second?.viewpoint_id ?? place.waiting[0] ?? first?.viewpoint_id ?? ''
  const from = edge?.a ?? (first && first.viewpoint_id !== subject ? first.viewpoint_id : null)
  const waits = place.viewpoints.length === 1 && place.waiting.length > 0
  const tool = waits ? 'place' : null
  return { place, from, subject, edge, tool, following: waits, part: false, inRoom: [], laying: null, storey: 0, first: null, busy: false, problem: null, conflict: false }
}

/** What of the state still holds in the changed place. */
export function stillHolding({ edge, from, subject, inRoom }: EditState, place: EditedPlace): Partial<EditState> {
  const ids = new Set(place.viewpoints.map(({ viewpoint_id: id }) => id))
  return {
    inRoom: inRoom.filter((id) => ids.has(id)),
    edge: place.edges.find(({ a, b }) => a === edge?.a && b === edge.b) ?? null,
    from: from !== null && ids.has(from) ? from : otherThan(subject, place),
    subject: ids.has(subject) || place.waiting.includes(subject) ? subject : ([...ids][0] ?? subject),
  }
}

/** Whether there is what a tool needs. */
export function usable(tool: Tool, { place, from, subject }: EditState): boolean {
  if (tool === 'place') return from !== null
  if (tool === 'height' || tool === 'blur' || tool === 'plan') return true
  if (tool === 'level' || tool === 'room') return spotOf(place, subject) !== null
  return from !== null && spotOf(place, subject) !== null
}

/** A viewpoint from which another can be seen. */
export const otherThan = (subject: string, place: EditedPlace): string | null => place.viewpoints.find(({ viewpoint_id: id }) => id !== subject)?.viewpoint_id ?? null

export function spotOf(place: EditedPlace, id: string | null): Spot | null {
  return place.viewpoints.find(({ viewpoint_id: each }) => each === id) ?? null
}
