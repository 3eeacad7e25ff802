import { button } from '../../kit/dom/button'
import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import { readyToType, submitByKey } from '../../kit/keys/submitKey'
import { isVisible } from '../../kit/formatting/visible'
import { problemMessage } from '../../kit/notices/message'
import { t } from '../../kit/messages/messages'
import { PlayerKeys } from '../../player/PlayerKeys'
import { VoicePlayer } from '../../player/VoicePlayer'
import type { PhaseContext } from '../phases/defineTask'
import { reportProblem } from '../parts/reportProblem'
import { doubts, wordCount } from '../voiceWalk/doubts'
import { TranscriptField } from '../../typing/TranscriptField'
import type { TranscribeEvent, TranscribeSession } from './TranscribeSession'
import { own } from './messages/own'

type WritingContext = PhaseContext<TranscribeSession, TranscribeEvent>

/** The voice, and below it the field for what is heard. */
export function showWriting(context: WritingContext): void {
  const { scope, root } = context
  const desk = html('section', { class: 'transcribe' }, html('h1', {}, own('write.title')))
  root.append(desk)
  const player = play(context, desk)
  desk.append(new PlayerKeys(scope).element, field(context), actions(context, player))
  readyToType(desk.querySelector('textarea'))
}

function play({ scope, session }: WritingContext, desk: HTMLElement): VoicePlayer {
  const player = new VoicePlayer(scope, desk)
  const problem = html('div', {})
  player.element.after(problem)
  void load()
  return player

  async function load(): Promise<void> {
    problem.replaceChildren()
    try {
      await player.load(await session.loadVoice())
      player.showSilences()
    } catch (error) {
      const title = t('walk.unplayable')
      if (!scope.disposed) problem.replaceChildren(problemMessage(scope, error, { title, retry: () => void load() }))
    }
  }
}

function field({ scope, session }: WritingContext): HTMLElement {
  const { element, area } = new TranscriptField(scope, session.language, session.typing)
  area.value = session.transcript
  area.placeholder = own('write.placeholder')
  scope.listen(area, 'input', () => (session.transcript = area.value))
  return element
}

function actions({ scope, session, send }: WritingContext, player: VoicePlayer): HTMLElement {
  const said = html('div', {})
  const report = button(scope, { name: 'report', label: t('walk.report'), look: 'link', press: () => void reportProblem(scope, session, said) })
  const submit = button(scope, {
    name: 'submit',
    label: t('write.submit'),
    icon: 'check',
    look: 'primary',
    press: () => void askIfDoubtful().then((yes) => yes && send('send')),
  })
  submitByKey(scope, submit)
  const enable = () => (submit.disabled = !isVisible(session.transcript))
  scope.listen(document, 'input', enable)
  enable()
  return html('div', { class: 'panel-end' }, report, said, html('div', { class: 'panel-actions' }, submit))

  function askIfDoubtful(): Promise<boolean> {
    const [{ voicedSeconds, heardShare }, { duration: seconds, transcript }] = [player, session]
    const found = doubts({ seconds, voicedSeconds, heardShare, transcript, reachedGoal: true })
    const { title, yes, no, brief, unheard } = own('doubt', { seconds: Math.round(seconds), words: wordCount(transcript) })
    const detail = [...(found.includes('brief') ? [brief] : []), ...(found.includes('unheard') ? [unheard] : [])]
    return detail.length === 0 ? Promise.resolve(true) : confirm(scope, { title, detail, yes, no, harmful: true })
  }
}
