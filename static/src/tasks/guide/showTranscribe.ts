import { VoicePlayer } from '../../audio/VoicePlayer'
import { button } from '../../dom/button'
import { confirm } from '../../dom/confirm'
import { html } from '../../dom/html'
import { problemMessage } from '../../dom/message'
import { PosePlayer } from '../../trace/PosePlayer'
import type { PhaseContext } from '../defineTask'
import { playerKeys } from '../playerKeys'
import type { GuideEvent, GuideSession } from './GuideSession'
import type { Take } from './Take'

type Context = PhaseContext<GuideSession, GuideEvent>

const RECORD_AGAIN = {
  title: 'Record again?',
  detail: 'Your recording and what you have written are thrown away.',
  yes: 'Record again',
  no: 'Keep them',
  danger: true,
}

export function showTranscribe(context: Context): void {
  const { root, session } = context
  if (!session.take) throw new Error('The transcribe phase needs a recording.')
  const panel = html('section', { class: 'panel' }, html('h1', {}, 'Write what you said'))
  root.append(session.viewerElement, panel)
  session.viewer.showPath(null)
  replay(context, panel, session.take)
  panel.append(playerKeys(), transcript(context), actions(context))
}

/** The recording's waveform; the camera goes where it went while this was said. */
function replay({ scope, session }: Context, panel: HTMLElement, take: Take): void {
  const player = new VoicePlayer(scope, panel)
  const camera = new PosePlayer(session.viewer, take.columns)
  scope.add(player.on('time', (time) => camera.seek(time)))
  player.load(take.wav()).catch((error: unknown) => {
    panel.append(problemMessage(scope, error, { title: 'Your recording cannot be played' }))
  })
}

function transcript({ scope, session }: Context): HTMLElement {
  const area = html('textarea', {
    id: 'transcript',
    'data-testid': 'transcript',
    lang: session.language,
    dir: 'auto',
    spellcheck: true,
    rows: 8,
    placeholder: 'Every word, as you said it. Leave out “um” and false starts.',
  })
  area.value = session.transcript
  scope.listen(area, 'input', () => (session.transcript = area.value))
  return html('div', { class: 'field' }, html('label', { for: 'transcript' }, 'Transcript'), area)
}

function actions({ scope, session, send }: Context): HTMLElement {
  const submit = button(scope, { name: 'submit', label: 'Submit', icon: 'check', look: 'primary', press: () => send('submit') })
  const again = button(scope, {
    name: 'record-again',
    label: 'Record again',
    icon: 'restart',
    press: () => void confirm(scope, RECORD_AGAIN).then((yes) => yes && forget()),
  })
  const enable = () => (submit.disabled = session.transcript.trim() === '')
  scope.listen(document, 'input', enable)
  enable()
  return html('div', { class: 'panel-actions' }, again, submit)

  function forget(): void {
    session.transcript = ''
    send('record-again')
  }
}
