import './translate.css'

import { button } from '../../kit/dom/button'
import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import { readyToType, submitByKey } from '../../kit/keys/submitKey'
import { t } from '../../kit/messages/messages'
import { problemMessage } from '../../kit/notices/message'
import { VoicePlayer } from '../../player/VoicePlayer'
import { TranscriptField } from '../../typing/TranscriptField'
import { reportProblem } from '../parts/reportProblem'
import type { PhaseContext } from '../phases/defineTask'
import { own } from './messages/own'
import type { TranslateEvent, TranslateSession } from './TranslateSession'

type TranslatingContext = PhaseContext<TranslateSession, TranslateEvent>

/** The original, and beside it the field for its translation. */
export function showTranslating({ scope, root, session, send }: TranslatingContext): void {
  const { transcript, source_language: source } = session.args
  const voice = html('div', {})
  const original = html(
    'section',
    { class: 'translate-side' },
    html('h2', {}, own('from', { language: languageName(source) })),
    voice,
    html('p', { class: 'instruction', lang: source, dir: 'auto', 'data-testid': 'instruction' }, transcript),
  )
  const { element, area } = new TranscriptField(scope, session.language, session.typing)
  area.value = session.transcript
  area.placeholder = own('placeholder')
  scope.listen(area, 'input', () => (session.transcript = area.value))
  const said = html('div', {})
  const report = button(scope, { name: 'report', label: t('walk.report'), look: 'link', press: () => void reportProblem(scope, session, said) })
  const submit = button(scope, { name: 'submit', label: t('write.submit'), icon: 'check', look: 'primary', press: () => void askIfCopied().then((yes) => yes && send('send')) })
  submitByKey(scope, submit)
  const enable = () => (submit.disabled = session.transcript.trim() === '')
  scope.listen(document, 'input', enable)
  enable()
  const translation = html(
    'section',
    { class: 'translate-side' },
    html('h2', {}, own('into', { language: languageName(session.language) })),
    element,
    html('div', { class: 'panel-end' }, report, said, html('div', { class: 'panel-actions' }, submit)),
  )
  root.append(html('div', { class: 'translate' }, original, translation))
  readyToType(area)
  void playVoice()

  async function playVoice(): Promise<void> {
    const loading = session.loadVoice()
    if (loading === null) return
    voice.replaceChildren()
    try {
      const player = new VoicePlayer(scope, voice)
      await player.load(await loading)
    } catch (error) {
      if (!scope.disposed) voice.replaceChildren(problemMessage(scope, error, { title: own('unheard'), retry: () => void playVoice() }))
    }
  }

  function askIfCopied(): Promise<boolean> {
    if (session.transcript.trim() !== transcript.trim()) return Promise.resolve(true)
    const { title, detail, yes, no } = own('same')
    return confirm(scope, { title, detail: [detail], yes, no, harmful: true })
  }
}

const languageName = (language: string): string => new Intl.DisplayNames(document.documentElement.lang, { type: 'language' }).of(language) ?? language
