import type { Submission } from '../../api/types'
import type { TimeLimit } from './TimeLimit'

/** What a person has beside the pictures, as the answer tells it. */
export type AidsRecord = NonNullable<Submission['aids']>

/** Counts what helps a person besides the pictures: how long the map was open, and how often they flew along the path. */
export class Aids {
  private mapSeconds: number
  private flown: number
  private openSince: number | null = null
  private mapOffered: boolean

  /** `allowed`: what the campaign lets the page offer; `kept` is from a page that was left; `clock` gives seconds. */
  constructor(
    readonly allowed: { readonly map: boolean; readonly time?: TimeLimit | null },
    kept: AidsRecord | null = null,
    private readonly clock: () => number = () => performance.now() / 1000,
  ) {
    this.mapOffered = kept?.map ?? false
    this.mapSeconds = kept?.map_seconds ?? 0
    this.flown = kept?.flights ?? 0
  }

  /** The map has been opened or closed. */
  readonly watchMap = (open: boolean): void => {
    const now = this.clock()
    if (this.openSince !== null) this.mapSeconds += now - this.openSince
    this.openSince = open ? now : null
  }

  /** The page has a map from now on, open or not. */
  offerMap(): void {
    this.mapOffered = true
  }

  countFlight(): void {
    this.flown += 1
  }

  /** All of it until now. */
  get record(): AidsRecord {
    const open = this.openSince === null ? 0 : this.clock() - this.openSince
    const { time } = this.allowed
    return {
      map: this.mapOffered,
      map_seconds: tenths(this.mapSeconds + open),
      flights: this.flown,
      ...(time && { time_limit: time.seconds, time_used: tenths(time.used) }),
    }
  }
}

const tenths = (seconds: number): number => Math.round(seconds * 10) / 10
