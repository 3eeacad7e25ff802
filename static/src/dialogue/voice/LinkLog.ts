import type { Scope } from '../../kit/lifecycle/Scope'
import type { PairingLine, Standing } from '../PairingLine'
import type { LiveVoice, VoiceWay } from './LiveVoice'

/** Seconds: of the own recording, but `spoken` of the partner's device since 1970. */
export interface Link {
  /** Which moment of the partner's voice was played when. */
  heard: { spoken: number; time: number }[]
  /** How the line stood from then on. */
  states: LinkState[]
}

interface LinkState {
  time: number
  /** This page was on the line. */
  joined: boolean
  partner: Standing['partner']
  way: VoiceWay | null
  /** The partner did not hear this person. */
  muted: boolean
}

interface Parts {
  voice: Pick<LiveVoice, 'on' | 'heard' | 'way' | 'muted'>
  line: Pick<PairingLine, 'on' | 'now' | 'state'>
  /** What time a moment (`performance.now()`) is in the recording; null while nothing is recorded. */
  timeAt: (moment: number) => number | null
}

/** Of each, in an answer. */
const MOST_KEPT = 2000
/** A delay that changes by less is not kept, until the last that was kept is old. */
const SMALL_SECONDS = 0.02
const KEPT_EVERY_SECONDS = 10

/** Keeps when the partner was heard and how the line stood, for as long as the voices live. */
export class LinkLog {
  constructor(
    scope: Scope,
    private readonly link: Link,
    private readonly parts: Parts,
  ) {
    const note = () => this.note()
    scope.add(parts.voice.on('change', note))
    scope.add(parts.line.on('now', note))
    scope.add(parts.line.on('state', note))
    scope.every(1, () => {
      this.note()
      this.hear()
    })
    note()
  }

  private note(): void {
    const { voice: { way, muted }, line: { state, now }, timeAt } = this.parts
    const time = timeAt(performance.now())
    const [joined, partner, last] = [state === 'joined', now?.partner ?? 'none', this.link.states.at(-1)]
    const isKept = last?.joined === joined && last.partner === partner && last.way === way && last.muted === muted
    if (time !== null && !isKept) keep(this.link.states, { time, joined, partner, way, muted })
  }

  private hear(): void {
    const { voice: { heard }, timeAt } = this.parts
    const time = heard && timeAt(heard.moment)
    if (!heard || time === null) return
    const last = this.link.heard.at(-1)
    const changed = last ? Math.abs(time - heard.spoken - (last.time - last.spoken)) : Infinity
    if (!last || changed > SMALL_SECONDS || time - last.time >= KEPT_EVERY_SECONDS) keep(this.link.heard, { spoken: heard.spoken, time })
  }
}

function keep<Row>(rows: Row[], row: Row): void {
  if (rows.length < MOST_KEPT) rows.push(row)
}
