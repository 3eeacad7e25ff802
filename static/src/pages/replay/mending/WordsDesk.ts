import type { ApiClient } from '../../../api/ApiClient'
import type { AnnotationView } from '../../../api/types'
import { button } from '../../../kit/dom/button'
import { html } from '../../../kit/dom/html'
import type { Scope } from '../../../kit/lifecycle/Scope'
import type { VoiceWaveform } from '../../../player/VoiceWaveform'
import type { Replay } from '../../../replay/Replay'
import { timedWords } from '../../../replay/timedWords'
import { History } from './History'
import { Mending } from './Mending'

/** Below a Guide's voice: the way to mend the words, and what they were before. */
export class WordsDesk {
  readonly element = html('div', { class: 'words-desk' })
  private readonly buttons: HTMLElement

  /** `onChange` is called when the store has another version than `view`. */
  constructor(
    private readonly scope: Scope,
    private readonly client: ApiClient,
    private readonly view: AnnotationView,
    private readonly instructionId: number,
    private readonly waveform: VoiceWaveform,
    private readonly replay: Replay,
    private readonly onChange: () => void,
  ) {
    const mend = button(scope, { name: 'mend', label: 'Mend words', icon: 'text', press: () => this.mend() })
    const history = button(scope, { name: 'show-history', label: 'Versions', icon: 'restart', press: () => this.showHistory() })
    this.buttons = html('div', { class: 'words-desk-buttons' }, ...(timedWords(view) ? [mend] : []), history)
    this.element.append(this.buttons)
  }

  private mend(): void {
    const { alignment, summary } = this.view
    const words = timedWords(this.view)
    if (!alignment || !words) return
    const mended = { words, version: alignment.version, instructionId: this.instructionId, language: summary.language }
    const end = (saved: boolean) => {
      this.element.replaceChildren(this.buttons)
      if (saved) this.onChange()
    }
    const mending = new Mending(this.scope, this.client, { ...mended, waveform: this.waveform, replay: this.replay }, end)
    this.element.replaceChildren(mending.element)
    mending.begin(this.replay.time)
  }

  private showHistory(): void {
    const open = this.element.querySelector('.history')
    if (open) return open.remove()
    const history = new History(this.scope, this.client, this.instructionId, this.onChange)
    this.element.append(history.element)
    void history.load()
  }
}
