import { download } from '../../kit/dom/download'
import { html } from '../../kit/dom/html'
import { clockTenths } from '../../kit/formatting/format'
import { Emitter } from '../../kit/lifecycle/Emitter'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { Replay } from '../playback/Replay'
import type { Samples } from '../playback/voiceTrack'
import { drawFrame, type Shot, FILM_PIXELS, type Spoken } from './drawFrame'
import { Film, filmType, Sound } from './Film'
import { say } from '../../kit/messages/staffMessages'

/** The longest film, in seconds. */
export const LONGEST_FILM_SECONDS = 60

/** What is saved. */
export interface Saved {
  /** The name in the file's name and in the caption, such as `Guide 12`. */
  readonly name: string
  readonly replay: Replay
  readonly words: readonly string[]
  /** The cameras that are shown, as they are now. */
  shots(): readonly Shot[]
  /** Index of the word that is said at a moment of the replay, or -1. */
  spokenAt(time: number): number
  /** The voice as it is heard in `seconds` from a moment of the replay on; null when that is unknown. */
  heard(from: number, seconds: number): Samples | null
}

/** Saves the moment as PNG and the following seconds as WebM, for papers and talks. */
export class Saving extends Emitter<{ change: null }> {
  private readonly canvas = html('canvas', { width: FILM_PIXELS.width, height: FILM_PIXELS.height })
  private film: { film: Film; from: number } | null = null
  /** The progress of a film. */
  private told = ''
  /** The second that the cameras show now or in their next frame. */
  private shown = 0
  /** Whether the file of a film is being made: a late press must not begin another film. */
  private ending = false

  constructor(
    private readonly scope: Scope,
    private readonly saved: Saved,
  ) {
    super()
    saved.replay.on('time', (time) => {
      this.shown = time
      this.keepFilming(time)
    })
    saved.replay.on('playing', (playing) => !playing && void this.finish())
    scope.add(() => void this.film?.film.end())
  }

  get filming(): boolean {
    return this.film !== null
  }

  get status(): string {
    return this.told
  }

  savePicture(): void {
    this.draw(() => {
      this.canvas.toBlob((file) => file && download(this.scope, file, `${this.fileName(this.saved.replay.time)}.png`), 'image/png')
    })
  }

  /** Begins a film, or ends the current one. */
  turn(): void {
    if (this.ending) return
    if (this.film) return void this.finish()
    const type = filmType()
    if (type === null) this.tell(say('This browser cannot make WebM; use a recent Chrome, Edge or Firefox.'))
    else this.draw(() => this.begin(type))
  }

  /** Plays from the moment that is shown, at normal speed. */
  private begin(type: string): void {
    if (this.film) return
    const { replay } = this.saved
    if (!replay.playing) replay.toggle()
    replay.setRate(1)
    const from = replay.time
    const heard = this.saved.heard(from, LONGEST_FILM_SECONDS)
    this.film = { film: new Film(this.scope, this.canvas, type, heard && new Sound(heard)), from }
    this.emit('change', null)
  }

  private keepFilming(time: number): void {
    if (!this.film) return
    const length = time - this.film.from
    this.tell(say('{{time}} of at most {{duration}}', { time: clockTenths(length), duration: clockTenths(LONGEST_FILM_SECONDS) }))
    if (length >= LONGEST_FILM_SECONDS || length < 0) void this.finish()
    else this.draw()
  }

  private async finish(): Promise<void> {
    const { film, replay } = { film: this.film, replay: this.saved.replay }
    if (!film) return
    this.film = null
    this.ending = true
    this.emit('change', null)
    if (replay.playing) replay.toggle()
    download(this.scope, await film.film.end(), `${this.fileName(film.from)}.webm`)
    this.ending = false
    this.tell(say('The video is saved.'))
  }

  private tell(status: string): void {
    this.told = status
    this.emit('change', null)
  }

  private draw(then: () => void = () => undefined): void {
    const context = this.canvas.getContext('2d')
    if (context) drawFrame(context, this.saved.shots(), () => this.spoken, then)
  }

  private get spoken(): Spoken {
    const { name, words } = this.saved
    return { words, current: this.saved.spokenAt(this.shown), title: `${name} · ${clockTenths(this.shown)}` }
  }

  private fileName(time: number): string {
    return `${this.saved.name.toLowerCase().replaceAll(' ', '-')}-${time.toFixed(1)}s`
  }
}
