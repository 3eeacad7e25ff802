import type { Edit, EditClient, EditedPlace, EditedPlan, LyingPlan } from '../../api/EditClient'
import type { MapFrame, MapPoint } from '../../map/mapProjection'
import { placeOf } from '../../map/lyingPlan'

/** A picture of a floor plan that can be drawn; pixels. */
export interface PlanPicture {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** A picture, and where it lies. */
export interface LaidPicture {
  readonly picture: PlanPicture
  readonly lies: LyingPlan
}

/** A picture while it is laid: how it is shown until then, and the points of it that were pressed; pixels. */
export interface Laying {
  readonly image: string
  readonly lies: LyingPlan
  readonly points: readonly MapPoint[]
}

/** The pictures of floor plans that have been read. */
export class PlanPictures {
  private readonly read = new Map<string, PlanPicture>()

  constructor(private readonly client: EditClient) {}

  /** Reads one; false where it cannot be shown. */
  async open(image: string): Promise<boolean> {
    try {
      const blob = await this.client.planPicture(image)
      const bitmap = await createImageBitmap(blob)
      const { width, height } = bitmap
      bitmap.close()
      this.read.set(image, { url: URL.createObjectURL(blob), width, height })
      return true
    } catch {
      return false
    }
  }

  /** Begins to lay one, as it lies or as `guess` says. */
  begin(image: string | undefined, place: EditedPlace, guess: (picture: PlanPicture) => LyingPlan): Laying | null {
    const picture = image === undefined ? undefined : this.read.get(image)
    if (image === undefined || !picture) return null
    const { lies } = place.plans.find((each) => each.image === image) ?? {}
    return { image, lies: lies ?? guess(picture), points: [] }
  }

  /** What is drawn: those that lie here, and the one that is being laid over them. */
  shown(here: readonly EditedPlan[], laying: Laying | null): LaidPicture[] {
    const lying = here.filter(({ image }) => image !== laying?.image)
    return [...lying, ...(laying ? [laying] : [])].flatMap(({ image, lies }) => {
      const picture = this.read.get(image)
      return picture && lies ? [{ picture, lies }] : []
    })
  }
}

/** The one that is laid next: that which lies here, one that lies nowhere yet, or any. */
export const laidNext = (here: readonly EditedPlan[], all: readonly EditedPlan[]): EditedPlan | undefined => here[0] ?? all.find(({ lies }) => !lies) ?? all[0]

/** A point of the place was pressed; after two the first is forgotten with the second. */
export function pressed(laying: Laying, place: MapPoint): Laying {
  const points = laying.points.length < 2 ? laying.points : []
  return { ...laying, points: [...points, pixelOf(laying.lies, place)] }
}

/** Where the two points are in the place if they are so far apart, and the first stays. */
export function apart({ lies, points }: Laying, metres: number): MapPoint[] | null {
  const [one, other] = points.map((point) => placeOf(lies, point))
  if (!one || !other) return null
  const far = Math.hypot(other.x - one.x, other.y - one.y)
  const longer = far > 0 ? metres / far : 0 // of one point pressed twice the server says what is wrong
  return [one, { x: one.x + (other.x - one.x) * longer, y: one.y + (other.y - one.y) * longer }]
}

/** The edit that lays a picture so that its two points are at these places (metres) of a floor at height `z`. */
export function fitting({ image, points }: Laying, ends: readonly MapPoint[], z: number): Edit | null {
  const [one, other, oneAt, otherAt] = [...points, ...ends].map(({ x, y }): [number, number] => [x, y])
  if (!one || !other || !oneAt || !otherAt) return null
  return { kind: 'fit_plan', image, one, other, one_at: oneAt, other_at: otherAt, z }
}

/** The point of a picture that lies at a place: metres to pixels. */
export function pixelOf({ corner: [x, y], heading, scale }: LyingPlan, place: MapPoint): MapPoint {
  const [east, north] = [place.x - x, place.y - y]
  const [cos, sin] = [Math.cos(heading), Math.sin(heading)]
  return { x: (cos * east - sin * north) / scale, y: -(sin * east + cos * north) / scale }
}

/** How a picture is shown that nobody has laid yet: in the middle of a box of the map, its top to the north. */
export function lyingInMiddle({ width, height }: PlanPicture, frame: MapFrame, box: { readonly width: number; readonly height: number }, z: number): LyingPlan {
  const scale = Math.min(box.width / width, box.height / height) / frame.scale
  const middle = worldOf(frame, { x: box.width / 2, y: box.height / 2 })
  return { z, corner: [middle.x - (width * scale) / 2, middle.y + (height * scale) / 2], heading: 0, scale }
}

/** A point of the map in metres. */
export function worldOf(frame: MapFrame, at: MapPoint): MapPoint {
  const origin = frame.place(0, 0)
  return { x: (at.x - origin.x) / frame.scale, y: (origin.y - at.y) / frame.scale }
}
