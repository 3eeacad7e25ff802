import type { DialogueView } from '../../api/types'
import type { Scope } from '../../kit/lifecycle/Scope'
import { type Visit, visits } from '../../trace/snapshots'
import type { PictureOptions } from '../CameraView'
import { KeptVoice, SharedTime } from '../playback/playback'
import { Replay } from '../playback/Replay'
import { listenForKeys } from '../shortcuts'
import { drawn, type Part, valueOf } from '../sources'
import { SpokenWords } from '../spokenWords'
import type { Side, TogetherSources } from './sides'
import { TogetherPicture } from './TogetherPicture'
import { overlaps, type Span, type SpokenTurn, spokenTurns } from './turns'

/** Both sides of a dialogue on one time line: cameras, voices, turns and map. Missing parts say why; the others play. */
export class Together {
  readonly replay: Replay
  readonly sides: readonly Side[]
  /** Those who stood somewhere; who has the plan alone did not. Who ends the dialogue is the last, where they did. */
  readonly walkers: readonly Side[]
  readonly turns: readonly SpokenTurn[]
  /** When both spoke. */
  readonly overlaps: readonly Span[]
  readonly picture: Part<TogetherPicture>
  private readonly words: SpokenWords

  constructor(
    readonly view: DialogueView,
    { scan, sides }: TogetherSources,
    private readonly options: PictureOptions,
    private readonly scope: Scope,
  ) {
    const duration = view.figures.seconds ?? 0
    this.sides = sides
    this.walkers = sides.filter(({ view: { walked } }) => walked.length > 0)
    this.replay = new Replay(new SharedTime(duration, sides.flatMap(keptVoice)), duration, scope)
    this.turns = spokenTurns(view.turns, sides)
    this.overlaps = overlaps(sides[0]?.speech ?? [], sides[1]?.speech ?? [])
    this.picture = drawn(scan, (known) => new TogetherPicture(known, view, this.walkers, options, scope))
    this.words = new SpokenWords(sides.flatMap(timesOfWords).sort((one, other) => one.start_time - other.start_time))
  }

  /** Whether anything of it can be played. */
  get plays(): boolean {
    return this.replay.duration > 0
  }

  /** The stays of the last of those who walked, on the dialogue's line. */
  get visits(): readonly Visit[] {
    const { time, trace } = this.walkers.at(-1) ?? {}
    const seen = trace && valueOf(trace)
    if (!time || !seen) return []
    return visits(seen.time.map((own) => time.timeOf(own)), seen.viewpoint_id)
  }

  /** Shows the first moment, and listens to the keyboard from now on. */
  start(): void {
    const { moment } = this.options
    this.replay.on('time', (time) => valueOf(this.picture)?.show(time))
    listenForKeys({ replay: this.replay, stepWord: (back) => this.stepWord(back) }, this.scope)
    if (moment > 0) this.replay.seek(moment)
    else this.replay.tell()
  }

  /** Whose side it is. */
  sideOf(role: string): Side | null {
    return this.sides.find(({ view }) => view.role === role) ?? null
  }

  private stepWord(back: boolean): void {
    const start = this.words.stepFrom(this.replay.time, back)
    if (start !== null) this.replay.seek(start)
  }
}

function keptVoice({ voice, time }: Side): KeptVoice[] {
  const heard = valueOf(voice)
  return heard && time ? [new KeptVoice(heard.audio, time)] : []
}

function timesOfWords({ words, time }: Side): { start_time: number; end_time: number }[] {
  return words && time ? words.map(({ start_time: start, end_time: end }) => ({ start_time: time.timeOf(start), end_time: time.timeOf(end) })) : []
}
