import type { ApiClient } from '../../api/ApiClient'
import { Emitter } from '../../kit/lifecycle/Emitter'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { Phrase, Sentence } from './wire'

/** Seconds before and after a phrase that are heard as well: a word cut short is not understood. */
const AROUND = 0.15

/** What is played of a voice: seconds; null where nobody knows, for all of it. */
export type Heard = Pick<Phrase, 'sentence' | 'start_time' | 'end_time'>

/** Plays the words of phrases in their Guides' voices; all of a voice where nobody knows when the words were said. */
export class PhraseVoice extends Emitter<{ change: Sentence | null }> {
  private readonly audio = new Audio()
  private readonly sources = new Map<string, Promise<string>>()
  private end = Infinity
  private sounding: Sentence | null = null

  constructor(
    private readonly scope: Scope,
    private readonly client: Pick<ApiClient, 'blob'>,
    /** Where it is told what somebody listened to. */
    private readonly place: HTMLElement,
  ) {
    super()
    scope.listen(this.audio, 'ended', () => this.stop())
    scope.listen(this.audio, 'pause', () => this.tell('pause'))
    scope.add(() => this.stop())
  }

  /** Whether words of this sentence are heard. */
  isHeard(sentence: Sentence): boolean {
    return this.sounding === sentence
  }

  /** Plays words, or stops them. Rejects where the voice cannot be loaded or played. */
  async toggle(heard: Heard): Promise<void> {
    const { sentence, start_time: start, end_time: end } = heard
    const wasHeard = this.isHeard(sentence)
    this.stop()
    if (wasHeard || sentence.voice_url === null) return
    this.sounding = sentence
    this.emit('change', sentence)
    try {
      const source = await this.load(sentence.voice_url)
      if (this.sounding !== sentence || this.scope.disposed) return
      if (this.audio.src !== source) this.audio.src = source
      this.audio.currentTime = Math.max(0, (start ?? 0) - AROUND)
      this.end = end === null ? Infinity : end + AROUND
      await this.audio.play()
      this.tell('play')
      this.watch()
    } catch (error) {
      if (this.sounding === sentence) this.stop()
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    }
  }

  stop(): void {
    this.audio.pause()
    if (this.sounding === null) return
    this.sounding = null
    this.emit('change', null)
  }

  /** The voice's own event for its time comes four times a second, which is too seldom for a word. */
  private watch(): void {
    this.scope.frame(() => {
      if (this.sounding === null) return
      if (this.audio.currentTime >= this.end) this.stop()
      else this.watch()
    })
  }

  private load(url: string): Promise<string> {
    const loading = this.sources.get(url) ?? this.client.blob(url, this.scope.signal).then((voice) => this.sourceOf(voice))
    this.sources.set(url, loading)
    loading.catch(() => this.sources.delete(url))
    return loading
  }

  private sourceOf(voice: Blob): string {
    const source = URL.createObjectURL(voice)
    this.scope.add(() => URL.revokeObjectURL(source))
    return source
  }

  private tell(name: 'play' | 'pause'): void {
    this.place.dispatchEvent(new CustomEvent('pangea-player', { bubbles: true, detail: { name, amount: this.audio.currentTime } }))
  }
}
