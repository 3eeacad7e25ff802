import type { ApiClient } from '../api/ApiClient'
import { ApiProblem } from '../api/ApiProblem'
import type { CorrectionView, ReviewNotice } from '../api/types'
import { button } from '../kit/dom/button'
import { html } from '../kit/dom/html'
import { isVisible } from '../kit/formatting/visible'
import { problemMessage } from '../kit/notices/message'
import { Scope } from '../kit/lifecycle/Scope'
import { t } from '../kit/messages/messages'
import { PlayerKeys } from '../player/PlayerKeys'
import { VoicePlayer } from '../player/VoicePlayer'
import { prefer, preference } from '../kit/preferences/preferences'
import { TranscriptField } from '../typing/TranscriptField'
import { nothingTyped } from '../typing/typingCount'
import { reasonQuote } from './showNotices'

/** Shows a recording that was sent back, with its transcript to correct. Resolves when it is sent or postponed. */
export async function showCorrection(parent: Scope, root: HTMLElement, client: ApiClient, notice: ReviewNotice): Promise<void> {
  const scope = new Scope(parent)
  const view = await client.correction(notice.task_id)
  const panel = html('section', { class: 'panel correction', 'data-testid': 'correction' }, html('h1', {}, t('review.mendTitle')), reasonQuote(notice))
  root.append(panel)
  if (view.voice_url !== null) playVoice(scope, panel, client, view.voice_url)
  const written = new Written(view)
  const field = new TranscriptField(scope, view.language, nothingTyped())
  field.area.value = written.text
  scope.listen(field.area, 'input', () => written.keep(field.area.value))
  if (view.voice_url !== null) panel.append(new PlayerKeys(scope).element)
  panel.append(field.element)
  await sent(scope, panel, client, view, field.area)
  written.forget()
  scope.dispose()
}

function playVoice(scope: Scope, panel: HTMLElement, client: ApiClient, url: string): void {
  const player = new VoicePlayer(scope, panel)
  client
    .blob(url, scope.signal)
    .then((voice) => player.load(voice))
    .then(() => player.showSilences())
    .catch((error: unknown) => panel.append(problemMessage(scope, error, { title: t('write.unplayable') })))
}

/** Resolves when the server has the corrected text, or the person wants to do it later. */
function sent(scope: Scope, panel: HTMLElement, client: ApiClient, view: CorrectionView, area: HTMLTextAreaElement): Promise<void> {
  const { task_id: task, version } = view.notice
  const problem = html('div')
  const asked = new Map<string, string>() // The same text keeps its id, so that sending can be repeated safely.
  return new Promise((resolve, reject) => {
    const send = button(scope, { name: 'correction-send', label: t('review.send'), icon: 'check', look: 'primary', press: () => void hand() })
    const later = button(scope, { name: 'correction-later', label: t('review.later'), press: resolve })
    const enable = () => (send.disabled = !isVisible(area.value) || area.value.trim() === view.transcript.trim())
    scope.listen(area, 'input', enable)
    scope.listen(document, 'click', enable) // The typing help changes the text without an input event.
    enable()
    panel.append(problem, html('div', { class: 'panel-actions' }, later, send))

    async function hand(): Promise<void> {
      const transcript = area.value.trim()
      const id = asked.get(transcript) ?? crypto.randomUUID()
      asked.set(transcript, id)
      send.disabled = true
      try {
        await client.correct(task, id, { version, transcript })
        resolve()
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'consent') reject(error)
        problem.replaceChildren(problemMessage(scope, error, { title: t('problem.title') }))
        send.disabled = false
      }
    }
  })
}

/** The text written so far, stored on this device until it is sent. */
class Written {
  private readonly name: string

  constructor(private readonly view: CorrectionView) {
    this.name = `correction-${view.notice.task_id}-${view.notice.version}`
  }

  get text(): string {
    const kept = preference(this.name)
    return kept === null || kept === '' ? this.view.transcript : kept
  }

  keep(text: string): void {
    prefer(this.name, text)
  }

  forget(): void {
    prefer(this.name, '')
  }
}
