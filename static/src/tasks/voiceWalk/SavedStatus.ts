import { html } from '../../kit/dom/html'
import { clock } from '../../kit/formatting/format'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import type { DraftKeeper } from '../../storage/DraftKeeper'
import type { Recording } from '../../recording/Recording'

const STATUS_REFRESH_SECONDS = 0.2
/** This much may be unsaved without a message: a chunk, and what is recorded while it is sent. */
const ON_ITS_WAY_SECONDS = 8

type Mark = 'on' | 'good' | 'waiting' | 'bad' | 'idle'

/** Where a recording is: being recorded, kept on this device, kept on the server. Screen readers read only changes. */
export class SavedStatus {
  readonly element = html('div', { class: 'saved-status', 'data-testid': 'saved-status' })
  private readonly parts = { recording: line('recording'), device: line('device'), server: line('server'), text: line('text') }
  private readonly news = html('p', { class: 'visually-hidden', role: 'status' })
  private readonly list = html('ul', { 'aria-label': t('saved.label') })
  private recording: Recording | null = null
  private drafts: DraftKeeper | null = null

  constructor(scope: Scope) {
    const { recording, device, server } = this.parts
    this.list.append(recording.element, device.element, server.element)
    this.element.append(this.list, this.news)
    scope.every(STATUS_REFRESH_SECONDS, () => this.refresh())
  }

  follow(recording: Recording): void {
    this.recording = recording
    this.refresh()
  }

  /** Shows where the written text is, too. */
  followText(drafts: DraftKeeper): void {
    this.drafts = drafts
    this.list.append(this.parts.text.element)
    this.refresh()
  }

  private refresh(): void {
    const { recording, drafts } = this
    if (!recording) return
    const lines = [this.showRecording(recording), this.showDevice(recording), this.showServer(recording)]
    const words = (drafts ? [...lines, this.showText(drafts)] : lines).join(' ')
    if (this.news.textContent !== words) this.news.textContent = words
  }

  private showRecording(recording: Recording): string {
    const { state, recorded } = recording
    const words = this.drafts ? t('saved.recorded') : t(`saved.${state}`)
    return this.parts.recording.show(state === 'recording' ? 'on' : 'idle', words, recorded)
  }

  private showDevice({ kept, recorded }: Recording): string {
    if (kept === null) return this.parts.device.show('bad', t('saved.notHere'))
    return this.parts.device.show(recorded > 0 ? 'good' : 'idle', t('saved.here'), kept)
  }

  private showServer({ upload, saved, recorded }: Recording): string {
    const { server } = this.parts
    if (upload.voice.problem ?? upload.pose.problem) return server.show('bad', t('saved.refused'), saved)
    if (upload.offline) return server.show('waiting', t('saved.offline'), saved)
    if (recorded - saved > ON_ITS_WAY_SECONDS) return server.show('waiting', t('saved.sending'), saved)
    return server.show(saved > 0 ? 'good' : 'idle', t('saved.there'), saved)
  }

  private showText({ storedHere, sent }: DraftKeeper): string {
    const where = sent ? t('saved.there') : t(storedHere ? 'saved.here' : 'saved.sending')
    return this.parts.text.show(sent ? 'good' : 'waiting', `${t('saved.text')}: ${where}`)
  }
}

function line(name: string) {
  const [text, time] = [html('span', {}), html('output', { 'aria-live': 'off' })]
  const element = html('li', { 'data-testid': `saved-${name}` }, text, time)
  return {
    element,
    /** Returns the words. */
    show: (mark: Mark, words: string, seconds?: number): string => {
      // What is written is drawn anew, though it be the same.
      if (element.dataset.mark !== mark) element.dataset.mark = mark
      if (text.textContent !== words) text.textContent = words
      const shown = seconds === undefined ? '' : clock(seconds)
      if (time.textContent !== shown) time.textContent = shown
      return `${words}.`
    },
  }
}
