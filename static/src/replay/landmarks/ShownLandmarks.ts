import { ApiProblem } from '../../api/ApiProblem'
import type { LandmarksView } from '../../api/types'
import { Emitter } from '../../kit/lifecycle/Emitter'
import type { Scope } from '../../kit/lifecycle/Scope'
import { say } from '../../kit/messages/staffMessages'
import { prefer, preference } from '../../kit/preferences/preferences'
import type { Region } from '../../regions/shapes'
import type { ShownRegion } from '../../viewer/regions/RegionLayer'
import type { Replay } from '../playback/Replay'
import { type Landmark, Landmarks, type Thing } from './Landmarks'

const PREFERENCE = 'landmarks'

/** What a person looks at, as it was called, and since which second of the replay, at which it stays. */
interface Chosen {
  readonly thing: Thing | null
  readonly text: string
  readonly moment: number
}

/** Seconds: an audio element that seeks may stop a little beside where it was sent. */
const SAME_MOMENT = 0.02

/** The picture that regions lie over. */
export interface LandmarksCamera {
  /** Where the camera stands. */
  readonly viewpointId: string
  /** Calls `moved` whenever the camera stands at another viewpoint. */
  onViewpoint: (moved: () => void) => () => void
  /** Loads what regions are drawn with. */
  prepareRegions: () => Promise<void>
  /** Replaces the regions over the picture. */
  showRegions: (regions: readonly ShownRegion[]) => void
  /** Looks at regions of the viewpoint where the camera stands, until the replay goes on. */
  face: (shapes: readonly Region[]) => void
  /** Says something over the picture. */
  note: (text: string) => void
}

/** Where landmarks come from, and what they are shown with. */
export interface LandmarksOptions {
  readonly load: () => Promise<LandmarksView>
  readonly language: string
  readonly replay: Replay
  /** Of the person who says the words; null where there is no picture. */
  readonly camera: LandmarksCamera | null
  /** The second of the voice at a moment of the replay; null where nothing is heard. */
  readonly heardAt: (time: number) => number | null
  /** Goes to where this second of the voice was first heard. */
  readonly jumpTo: (second: number) => void
}

export type LandmarksState = { readonly name: 'loading' } | { readonly name: 'none' } | { readonly name: 'failed'; readonly problem: string } | { readonly name: 'there'; readonly landmarks: Landmarks }

/** The landmarks of a replay: while a mention is said its regions lie over the camera, and a person may look at any of them. */
export class ShownLandmarks extends Emitter<{ changed: null }> {
  state: LandmarksState = { name: 'loading' }
  /** Grows with each change. */
  version = 0
  /** What the page says of what a person did. */
  said = ''
  private every = false
  private wanted = preference(PREFERENCE) !== 'off'
  private chosen: Chosen | null = null
  private drawn = ''

  constructor(
    private readonly scope: Scope,
    private readonly options: LandmarksOptions,
  ) {
    super()
    scope.add(() => this.removeHandlers())
  }

  /** Asks for them. The rest of the replay does not wait. */
  async load(): Promise<void> {
    this.become({ name: 'loading' })
    try {
      const landmarks = new Landmarks(await this.options.load(), this.options.language)
      if (landmarks.mentions.length > 0) await this.options.camera?.prepareRegions()
      if (!this.scope.disposed) this.open(landmarks)
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.become({ name: 'failed', problem: `${reason.message} ${reason.remedy}`.trimEnd() })
    }
  }

  /** What is known; null while they load, where there are none, and where a person does not want to see them. */
  get visible(): Landmarks | null {
    return this.state.name === 'there' && this.wanted ? this.state.landmarks : null
  }

  /** Whether a person wants to see them. */
  get isOn(): boolean {
    return this.wanted
  }

  /** Whether all that is seen from where the camera stands is shown. */
  get all(): boolean {
    return this.every
  }

  /** Where the camera stands; null where there is none. */
  get viewpointId(): string | null {
    return this.options.camera?.viewpointId ?? null
  }

  /** Shows or hides all of it, also in later replays. */
  turn(on: boolean): void {
    this.wanted = on
    this.said = ''
    prefer(PREFERENCE, on ? 'on' : 'off')
    this.show()
  }

  showAll(all: boolean): void {
    this.every = all
    this.show()
  }

  /** Goes to where a mention is said, and looks at what it means. Nothing plays. */
  lookAtMention({ thing, start, text }: Landmark): void {
    if (this.options.replay.playing) this.options.replay.toggle()
    if (start !== null) this.options.jumpTo(start)
    this.look(thing, text)
  }

  /** Looks at a thing from where the camera stands. */
  lookAtThing(thing: Thing): void {
    if (this.options.replay.playing) this.options.replay.toggle()
    this.look(thing, thing.label)
  }

  seenFromHere({ regions }: Thing): boolean {
    return regions.has(this.viewpointId ?? '')
  }

  /** Whether it is talked of or looked at. */
  isLit(thing: Thing): boolean {
    return this.lit.some((each) => each.thing === thing)
  }

  private look(thing: Thing | null, text: string): void {
    const { camera } = this.options
    const shapes = thing?.regions.get(this.viewpointId ?? '')
    this.chosen = { thing, text, moment: this.options.replay.time }
    if (!thing || thing.regions.size === 0) this.said = say('“{{text}}” is not marked at any place.', { text })
    else if (!shapes) this.said = say('“{{text}}” is not seen from here. Places where it is marked: {{number}}', { text, number: thing.regions.size })
    else this.said = say('Looking at “{{text}}”', { text })
    this.show()
    if (shapes) camera?.face(shapes)
  }

  private open(landmarks: Landmarks): void {
    if (landmarks.mentions.length > 0) this.watch()
    this.become(landmarks.mentions.length > 0 ? { name: 'there', landmarks } : { name: 'none' })
  }

  private watch(): void {
    const { replay, camera } = this.options
    this.scope.add(replay.on('time', () => this.follow()))
    this.scope.add(replay.on('playing', (playing) => playing && this.release()))
    // A picture that loads comes later than the person who looks for something in it.
    if (camera) this.scope.add(camera.onViewpoint(() => (this.chosen ? this.look(this.chosen.thing, this.chosen.text) : this.show())))
  }

  private release(): void {
    this.chosen = null
    this.said = ''
    this.show()
  }

  private become(state: LandmarksState): void {
    this.state = state
    this.show()
  }

  private follow(): void {
    if (this.chosen && Math.abs(this.options.replay.time - this.chosen.moment) > SAME_MOMENT) return this.release()
    if (this.draw()) this.tell()
  }

  private show(): void {
    this.draw()
    this.tell()
  }

  private tell(): void {
    this.version += 1
    this.emit('changed', null)
  }

  /** Returns whether anything else is drawn than before. */
  private draw(): boolean {
    const { camera } = this.options
    if (!camera || this.state.name !== 'there') return false
    const lit = this.lit
    const key = JSON.stringify([this.wanted, this.every, this.viewpointId, lit.map(({ thing, text }) => [thing.id, text])])
    if (key === this.drawn) return false
    this.drawn = key
    camera.showRegions(this.regions(lit))
    const unseen = lit.filter(({ thing }) => thing.regions.size > 0 && !this.seenFromHere(thing))
    camera.note(unseen.map(({ text }) => say('{{text}}: not seen from here', { text })).join(' · '))
    return true
  }

  /** What is talked of, in the words in which it is: by the voice, or else what a person chose. */
  private get lit(): { readonly thing: Thing; readonly text: string }[] {
    const { visible } = this
    const second = this.options.heardAt(this.options.replay.time)
    if (!visible) return []
    if (this.chosen?.thing) return [{ thing: this.chosen.thing, text: this.chosen.text }]
    const said = second === null ? [] : visible.saidAt(second).flatMap(({ thing, text }) => (thing ? [{ thing, text }] : []))
    return said.filter(({ thing }, index) => said.findLastIndex((other) => other.thing === thing) === index)
  }

  private regions(lit: readonly { readonly thing: Thing; readonly text: string }[]): ShownRegion[] {
    const { language } = this.options
    const others = this.every ? (this.visible?.things ?? []).filter((thing) => !lit.some((each) => each.thing === thing)) : []
    const shown = [...others.map((thing) => ({ thing, text: thing.label, isLit: false })), ...lit.map((each) => ({ ...each, isLit: true }))]
    return shown.flatMap(({ thing, text, isLit }) =>
      [...thing.regions].flatMap(([viewpointId, shapes]) => shapes.map((shape) => ({ viewpointId, shape, label: text, language, look: thing.look, lit: isLit }))),
    )
  }
}
