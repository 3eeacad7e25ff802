import type { ApiClient } from '../../../api/ApiClient'
import { ApiProblem } from '../../../api/ApiProblem'
import type { TimedWord } from '../../../api/types'
import { button } from '../../../kit/dom/button'
import { confirm } from '../../../kit/dom/confirm'
import { html } from '../../../kit/dom/html'
import { Scope } from '../../../kit/lifecycle/Scope'
import { plural } from '../../../kit/formatting/format'
import type { VoiceWaveform } from '../../../player/VoiceWaveform'
import type { Replay } from '../../../replay/Replay'
import { type Edge, moveEdge, moveWord, retype, type Words } from './edits'
import { WordForm } from './WordForm'
import { WordTrack } from './WordTrack'

/** Seconds of voice on the screen at once: an edge is then moved by a hundredth with a pixel or two. */
const SHOWN = 6

/** A player that was sent to a second may stop a hair before it; seconds. */
const HAIR = 0.01

/** What is mended, and with what. */
export interface Mended {
  readonly instructionId: number
  readonly language: string
  readonly version: number
  readonly words: readonly TimedWord[]
  readonly waveform: VoiceWaveform
  readonly replay: Replay
}

/** Words set right on the waveform. Nothing is stored until it is saved, and then as a new version. */
export class Mending {
  readonly element: HTMLElement
  private readonly scope: Scope
  private readonly track: WordTrack
  private readonly form: WordForm
  private readonly status = html('p', { class: 'mend-status', role: 'status', 'data-testid': 'mend-status' })
  private readonly save: HTMLButtonElement
  private readonly undo: HTMLButtonElement
  private words: Words
  private readonly before: Words[] = []
  private grabbed: Words | null = null
  private selected = 0

  /** `onEnd` is called when nothing is left to do; `saved` says whether there is a new version. */
  constructor(
    parent: Scope,
    private readonly client: Pick<ApiClient, 'correctWords'>,
    private readonly mended: Mended,
    private readonly onEnd: (saved: boolean) => void,
  ) {
    this.scope = new Scope(parent)
    const { waveform, replay } = mended
    this.words = mended.words.map(({ word, start_time, end_time }) => ({ word, start_time, end_time }))
    this.track = new WordTrack(this.scope, replay.duration, {
      select: (index) => this.select(index),
      drag: (index, edge, seconds) => this.drag(index, edge, seconds),
      drop: (index, moved) => this.drop(index, moved),
      nudge: (index, edge, seconds) => this.setEdge(index, edge, (this.words[index]?.[edge] ?? 0) + seconds),
    })
    this.form = new WordForm(this.scope, mended.language, {
      retype: (text) => this.change(retype(this.words, this.selected, text)),
      setEdge: (edge, time) => this.setEdge(this.selected, edge, time),
      step: (by) => this.goTo(this.selected + by),
      play: () => this.play(),
    })
    this.undo = button(this.scope, { name: 'mend-undo', label: 'Undo', press: () => this.takeBack() })
    this.save = button(this.scope, { name: 'mend-save', label: 'Save as a new version', look: 'primary', press: () => void this.keep() })
    const cancel = button(this.scope, { name: 'mend-cancel', label: 'Cancel', press: () => void this.cancel() })
    const buttons = html('div', { class: 'mend-buttons' }, this.status, this.undo, cancel, this.save)
    this.element = html('div', { class: 'mending', 'data-testid': 'mending' }, this.form.element, hint(), buttons)
    waveform.overlay(this.track.element, this.scope, (view) => this.track.follow(view))
    waveform.zoom(replay.duration / SHOWN)
    this.scope.add(() => waveform.zoom(1))
    this.scope.listen(window, 'beforeunload', (event) => this.changes > 0 && event.preventDefault())
    this.scope.listen(document, 'keydown', (event) => this.press(event))
    this.show()
  }

  /** Begins at the word that is said now. */
  begin(time: number): void {
    const next = this.words.findIndex(({ end_time: end }) => end > time + HAIR)
    this.goTo(next < 0 ? 0 : next)
    this.track.focusEdge(this.selected, 'start_time')
  }

  private get changes(): number {
    return this.before.length
  }

  private show(): void {
    const word = this.words[this.selected]
    this.track.show(this.words, this.selected)
    if (word) this.form.show(word)
    this.undo.disabled = this.save.disabled = this.changes === 0
    this.status.textContent = this.changes === 0 ? 'Nothing is changed yet.' : `${plural(this.changes, 'change')}, not saved.`
  }

  private select(index: number): void {
    this.selected = Math.min(this.words.length - 1, Math.max(0, index))
    this.show()
  }

  /** Selects a word and brings it onto the screen. */
  private goTo(index: number): void {
    this.select(index)
    const word = this.words[this.selected]
    if (!word) return
    this.mended.replay.seek(word.start_time)
    this.mended.waveform.reveal(word.start_time - SHOWN / 3)
  }

  private change(words: Words): void {
    if (words === this.words || words.length === 0) return this.show()
    this.before.push(this.words)
    this.words = words
    this.select(this.selected)
  }

  private setEdge(index: number, edge: Edge, time: number): void {
    this.change(moveEdge(this.words, index, edge, time, this.mended.replay.duration))
  }

  private drag(index: number, edge: Edge | null, seconds: number): void {
    const from = (this.grabbed ??= this.words)
    const { duration } = this.mended.replay
    const start = edge && from[index]?.[edge]
    this.words = edge ? moveEdge(from, index, edge, (start ?? 0) + seconds, duration) : moveWord(from, index, seconds, duration)
    this.show()
  }

  private drop(index: number, moved: boolean): void {
    if (!moved) this.play()
    else if (this.grabbed) this.before.push(this.grabbed)
    this.grabbed = null
    this.select(index)
  }

  private takeBack(): void {
    this.words = this.before.pop() ?? this.words
    this.select(this.selected)
  }

  private press(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement
    if (typing || event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    this.takeBack()
  }

  /** Plays the selected word, and no further. */
  private play(): void {
    const { replay } = this.mended
    const word = this.words[this.selected]
    if (word) replay.playBetween(word.start_time, word.end_time)
  }

  private async keep(): Promise<void> {
    this.save.disabled = true
    const { instructionId, version } = this.mended
    try {
      await this.client.correctWords(instructionId, { version, words: [...this.words] })
      this.end(true)
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.save.disabled = false
      this.refused(reason)
    }
  }

  /** What was changed stays on the screen. */
  private refused(problem: ApiProblem): void {
    const said = html('span', { class: 'mend-problem' }, `Not saved. ${problem.message} ${problem.remedy}`.trimEnd())
    const theirs = button(this.scope, { name: 'mend-theirs', label: 'Drop mine, show the newest', look: 'link', press: () => this.end(true) })
    this.status.replaceChildren(said, ...(problem.status === 409 ? [' ', theirs] : []))
  }

  private async cancel(): Promise<void> {
    const question = { title: 'Drop your changes?', detail: `${plural(this.changes, 'change')} will be lost.`, yes: 'Drop them', no: 'Go on mending', danger: true }
    if (this.changes === 0 || (await confirm(this.scope, question))) this.end(false)
  }

  private end(saved: boolean): void {
    this.scope.dispose()
    this.element.remove()
    this.onEnd(saved)
  }
}

function hint(): HTMLElement {
  const key = (name: string) => html('kbd', {}, name)
  return html(
    'p',
    { class: 'mend-hint' },
    'Drag an edge or a word on the waveform; click a word to hear it. On a focused edge, ',
    key('←'),
    ' ',
    key('→'),
    ' move it by 0.01 s, with ',
    key('Shift'),
    ' by 0.1 s. Several words in the field share its time; none takes the word out.',
  )
}
