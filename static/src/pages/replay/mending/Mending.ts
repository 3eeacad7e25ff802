import type { TeamClient } from '../../../api/TeamClient'
import { ApiProblem } from '../../../api/ApiProblem'
import type { TimedWord } from '../../../api/types'
import { confirm } from '../../../kit/dom/confirm'
import { Emitter } from '../../../kit/lifecycle/Emitter'
import { Scope } from '../../../kit/lifecycle/Scope'
import { actionOf } from '../../../kit/keys/bindings'
import type { VoiceWaveform } from '../../../player/VoiceWaveform'
import type { Replay } from '../../../replay/playback/Replay'
import { type Edge, type EditedWord, moveEdge, moveWord, retype, type Words } from './edits'
import { WordTrack } from './WordTrack'
import { say } from '../../../kit/messages/staffMessages'

/** Seconds of voice on the screen at once: an edge is then moved by a hundredth with a pixel or two. */
const WAVEFORM_SECONDS = 6

/** A player that seeks to a time may stop slightly before it. */
const WORD_END_TOLERANCE_SECONDS = 0.01

/** The words to correct, and the parts of the page that this needs. */
export interface Mended {
  readonly instructionId: number
  readonly language: string
  readonly version: number
  readonly words: readonly TimedWord[]
  readonly waveform: VoiceWaveform
  readonly replay: Replay
}

/** Corrects words on the waveform. Nothing is stored until it is saved as a new version. */
export class Mending extends Emitter<{ change: null }> {
  private readonly scope: Scope
  private readonly track: WordTrack
  private edited: Words
  private readonly before: Words[] = []
  private grabbed: Words | null = null
  private selected = 0
  private refusal: ApiProblem | null = null
  private saving = false

  /** `onEnd` is called when nothing is left to do; `saved` says whether there is a new version. */
  constructor(
    parent: Scope,
    private readonly client: Pick<TeamClient, 'correctWords'>,
    private readonly mended: Mended,
    private readonly onEnd: (saved: boolean) => void,
  ) {
    super()
    this.scope = new Scope(parent)
    const { waveform, replay } = mended
    this.edited = mended.words.map(({ word, start_time, end_time }) => ({ word, start_time, end_time }))
    this.track = new WordTrack(this.scope, replay.duration, {
      select: (index) => this.select(index),
      drag: (index, edge, seconds) => this.drag(index, edge, seconds),
      drop: (index, moved) => this.drop(index, moved),
      nudge: (index, edge, seconds) => this.moveEdge(index, edge, (this.edited[index]?.[edge] ?? 0) + seconds),
    })
    waveform.overlay(this.track.element, this.scope, (view) => this.track.follow(view))
    waveform.zoom(replay.duration / WAVEFORM_SECONDS)
    this.scope.add(() => waveform.zoom(1))
    this.scope.listen(window, 'beforeunload', (event) => this.changes > 0 && event.preventDefault())
    this.scope.listen(document, 'keydown', (event) => this.press(event))
    this.show()
  }

  /** The selected word; null if there is none. */
  get word(): EditedWord | null {
    return this.edited[this.selected] ?? null
  }

  /** How many changes are not saved. */
  get changes(): number {
    return this.before.length
  }

  /** Why saving failed; null if it has not failed. */
  get problem(): ApiProblem | null {
    return this.refusal
  }

  get canSave(): boolean {
    return this.changes > 0 && !this.saving
  }

  /** Starts with the word that is being said now. */
  begin(): void {
    const { time } = this.mended.replay
    const next = this.edited.findIndex(({ end_time: end }) => end > time + WORD_END_TOLERANCE_SECONDS)
    this.goTo(next < 0 ? 0 : next)
    this.track.focusEdge(this.selected, 'start_time')
  }

  retype(text: string): void {
    this.change(retype(this.edited, this.selected, text))
  }

  setEdge(edge: Edge, time: number): void {
    this.moveEdge(this.selected, edge, time)
  }

  /** Selects the word so many after the selected one, and brings it onto the screen. */
  step(by: number): void {
    this.goTo(this.selected + by)
  }

  /** Plays only the selected word. */
  play(): void {
    if (this.word) this.mended.replay.playBetween(this.word.start_time, this.word.end_time)
  }

  takeBack(): void {
    this.edited = this.before.pop() ?? this.edited
    this.select(this.selected)
  }

  /** Refused changes stay on the screen. */
  async save(): Promise<void> {
    this.saving = true
    this.show()
    const { instructionId, version } = this.mended
    try {
      await this.client.correctWords(instructionId, { version, words: [...this.edited] })
      this.end(true)
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.saving = false
      this.refusal = reason
      this.emit('change', null)
    }
  }

  async cancel(): Promise<void> {
    const question = { title: say('Discard your changes?'), detail: say('{{n}} changes will be lost.', { count: this.changes }), yes: say('Discard them'), no: say('Continue correcting'), harmful: true }
    if (this.changes === 0 || (await confirm(this.scope, question))) this.end(false)
  }

  /** Closes the editor without saving; `saved` says whether the store has a newer version to show. */
  end(saved: boolean): void {
    this.dispose()
    this.onEnd(saved)
  }

  dispose(): void {
    this.scope.dispose()
    this.removeHandlers()
  }

  private show(): void {
    this.refusal = null
    this.track.show(this.edited, this.selected)
    this.emit('change', null)
  }

  private select(index: number): void {
    this.selected = Math.min(this.edited.length - 1, Math.max(0, index))
    this.show()
  }

  private goTo(index: number): void {
    this.select(index)
    if (!this.word) return
    this.mended.replay.seek(this.word.start_time)
    this.mended.waveform.reveal(this.word.start_time - WAVEFORM_SECONDS / 3)
  }

  private change(words: Words): void {
    if (words === this.edited || words.length === 0) return this.show()
    this.before.push(this.edited)
    this.edited = words
    this.select(this.selected)
  }

  private moveEdge(index: number, edge: Edge, time: number): void {
    this.change(moveEdge(this.edited, index, edge, time, this.mended.replay.duration))
  }

  private drag(index: number, edge: Edge | null, seconds: number): void {
    const from = (this.grabbed ??= this.edited)
    const { duration } = this.mended.replay
    const start = edge && from[index]?.[edge]
    this.edited = edge ? moveEdge(from, index, edge, (start ?? 0) + seconds, duration) : moveWord(from, index, seconds, duration)
    this.show()
  }

  private drop(index: number, moved: boolean): void {
    if (!moved) this.play()
    else if (this.grabbed) this.before.push(this.grabbed)
    this.grabbed = null
    this.select(index)
  }

  private press(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement
    if (typing || actionOf(event, ['takeBack']) === null) return
    event.preventDefault()
    this.takeBack()
  }
}
