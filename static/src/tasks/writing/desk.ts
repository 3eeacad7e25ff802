import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { isVisible } from '../../kit/formatting/visible'
import { submitByKey } from '../../kit/keys/submitKey'
import { t } from '../../kit/messages/messages'
import { problemMessage } from '../../kit/notices/message'
import { VoicePlayer } from '../../player/VoicePlayer'
import { TranscriptField } from '../../typing/TranscriptField'
import { reportProblem } from '../parts/reportProblem'
import type { PhaseContext } from '../phases/defineTask'
import type { WritingArgs, WritingSession } from './WritingSession'

export type WritingEvent = 'start' | 'send' | 'back' | 'stored'
export type WritingContext<Args extends WritingArgs = WritingArgs> = PhaseContext<WritingSession<Args>, WritingEvent>

/** The field in which the person writes. */
export function writingField<Args extends WritingArgs>({ scope, session }: WritingContext<Args>, placeholder: string): HTMLElement {
  const { element, area } = new TranscriptField(scope, session.language, session.typing)
  area.value = session.transcript
  area.placeholder = placeholder
  scope.listen(area, 'input', () => (session.transcript = area.value))
  return element
}

/** Report a problem, and submit; `ask` may ask the person whether they are sure. */
export function writingActions<Args extends WritingArgs>({ scope, session, send }: WritingContext<Args>, ask: () => Promise<boolean>): HTMLElement {
  const said = html('div', {})
  const report = button(scope, { name: 'report', label: t('walk.report'), look: 'link', press: () => void reportProblem(scope, session, said) })
  const press = () => void ask().then((yes) => yes && send('send'))
  const submit = button(scope, { name: 'submit', label: t('write.submit'), icon: 'check', look: 'primary', press })
  submitByKey(scope, submit)
  const enable = () => (submit.disabled = !isVisible(session.transcript))
  scope.listen(document, 'input', enable)
  enable()
  return html('div', { class: 'panel-end' }, report, said, html('div', { class: 'panel-actions' }, submit))
}

/** A player for the voice in `place`; null where there is no voice. What cannot be loaded is said with `title`, and can be tried again. */
export function voiceIn<Args extends WritingArgs>({ scope, session }: WritingContext<Args>, place: HTMLElement, title: string): VoicePlayer | null {
  if (session.args.voice_url === null) return null
  const player = new VoicePlayer(scope, place)
  const problem = html('div', {})
  player.element.after(problem)
  void load()
  return player

  async function load(): Promise<void> {
    problem.replaceChildren()
    try {
      const voice = await session.loadVoice()
      if (voice) await player.load(voice)
      player.showSilences()
    } catch (error) {
      if (!scope.disposed) problem.replaceChildren(problemMessage(scope, error, { title, retry: () => void load() }))
    }
  }
}
