import { button } from '../../kit/dom/button'
import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import { problemMessage } from '../../kit/notices/message'
import { t } from '../../kit/messages/messages'
import { PlayerKeys } from '../../player/PlayerKeys'
import { VoicePlayer } from '../../player/VoicePlayer'
import { PosePlayer } from '../../trace/PosePlayer'
import type { PhaseContext } from '../phases/defineTask'
import { doubts, wordCount } from './doubts'
import type { GuideEvent, GuideSession } from './GuideSession'
import { SavedStatus } from './SavedStatus'
import type { Take } from '../../recording/Take'
import { TranscriptField } from '../../typing/TranscriptField'

type Context = PhaseContext<GuideSession, GuideEvent>

export function showTranscribe(context: Context): void {
  const { scope, root, session } = context
  const { take } = session
  if (!take) throw new Error('The transcribe phase needs a recording.')
  const panel = html('section', { class: 'panel' }, html('h1', {}, t('guide.write.title')))
  root.append(session.viewerElement, panel)
  session.viewer.showPath(null)
  const player = replay(context, panel, take)
  const saved = new SavedStatus(scope)
  saved.follow(take)
  saved.followText(session.drafts)
  panel.append(new PlayerKeys(scope).element, transcript(context), saved.element, actions(context, take, player))
}

/** The recording's waveform; the camera goes where it went while this was said. */
function replay({ scope, session }: Context, panel: HTMLElement, take: Take): VoicePlayer {
  const player = new VoicePlayer(scope, panel)
  const camera = new PosePlayer(session.viewer, take.columns)
  scope.add(player.on('time', (time) => camera.seek(time)))
  player
    .load(take.wav())
    .then(() => player.showSilences())
    .catch((error: unknown) => panel.append(problemMessage(scope, error, { title: t('guide.write.unplayable') })))
  return player
}

function transcript({ scope, session }: Context): HTMLElement {
  const { element, area } = new TranscriptField(scope, session.language, session.typing)
  area.value = session.transcript
  scope.listen(area, 'input', () => (session.transcript = area.value))
  return element
}

function actions({ scope, session, send }: Context, take: Take, player: VoicePlayer): HTMLElement {
  const submit = button(scope, {
    name: 'submit',
    label: t('guide.write.submit'),
    icon: 'check',
    look: 'primary',
    press: () => void askIfDoubtful().then((yes) => yes && send('submit')),
  })
  const again = button(scope, {
    name: 'record-again',
    label: t('guide.write.again'),
    icon: 'restart',
    press: () => void confirm(scope, t('guide.write.recordAgain', { returnObjects: true })).then((yes) => yes && forget()),
  })
  const enable = () => (submit.disabled = session.transcript.trim() === '')
  scope.listen(document, 'input', enable)
  enable()
  return html('div', { class: 'panel-actions' }, again, submit)

  function askIfDoubtful(): Promise<boolean> {
    const [seconds, { voicedSeconds, heardShare }, { transcript }] = [take.recorded, player, session]
    const found = doubts({ seconds, voicedSeconds, heardShare, transcript, reachedGoal: take.reachedGoal })
    if (found.length === 0) return Promise.resolve(true)
    const { title, yes, no, ...reasons } = t('guide.write.doubt', {
      returnObjects: true,
      seconds: Math.round(seconds),
      words: wordCount(transcript),
    })
    return confirm(scope, { title, detail: found.map((doubt) => reasons[doubt]), yes, no })
  }

  function forget(): void {
    session.recordAgain()
    send('record-again')
  }
}
