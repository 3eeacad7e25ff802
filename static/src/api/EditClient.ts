import type { components } from './editing'
import { HttpClient } from './HttpClient'

type Schemas = components['schemas']

export type EditedPlace = Schemas['EditedPlaceView']
export type Spot = Schemas['SpotView']
export type EdgeDoubt = Schemas['EdgeDoubtView']
export type Room = Schemas['Room']
export type Sight = Schemas['Sight']
export type EditedPlan = Schemas['PlanView']
export type LyingPlan = Schemas['PlanPicture']
export type Edit = Schemas['EditRequest']['edit']

const PLACE = '/place'

/** The program `pangea env edit`, which serves one place. */
export class EditClient extends HttpClient {
  place(): Promise<EditedPlace> {
    return this.read(PLACE)
  }

  edit(version: number, edit: Edit): Promise<EditedPlace> {
    return this.write(`${PLACE}/edits`, 'POST', { version, edit })
  }

  undo(version: number): Promise<EditedPlace> {
    return this.write(`${PLACE}/undo`, 'POST', { version })
  }

  redo(version: number): Promise<EditedPlace> {
    return this.write(`${PLACE}/redo`, 'POST', { version })
  }

  /** Takes what is on disk. */
  openAgain(): Promise<EditedPlace> {
    return this.write(`${PLACE}/opening`, 'POST', {})
  }

  /** `version`: a picture that was blurred has another address, so that nothing keeps showing the one before. */
  pictureAddress(viewpointId: string, version: number): string {
    return `/api/v1${PLACE}/pictures/${encodeURIComponent(viewpointId)}?version=${version}`
  }

  /** A picture of a floor plan, by its file. */
  planPicture(image: string): Promise<Blob> {
    const name = image.slice(image.indexOf('/') + 1)
    return this.fetch(`/api/v1${PLACE}/plans/${encodeURIComponent(name)}`, {}, (response) => response.blob())
  }

  /** A panorama, decoded off the main thread. */
  readonly picture = async (url: string, signal: AbortSignal): Promise<ImageBitmap> =>
    createImageBitmap(await this.fetch(url, { signal }, (response) => response.blob()), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' })
}
