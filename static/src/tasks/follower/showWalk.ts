import { VoicePlayer } from '../../audio/VoicePlayer'
import { button, relabel } from '../../dom/button'
import { confirm } from '../../dom/confirm'
import { html } from '../../dom/html'
import { problemMessage } from '../../dom/message'
import type { PhaseContext } from '../defineTask'
import { playerKeys } from '../playerKeys'
import type { FollowerEvent, FollowerSession, Outcome } from './FollowerSession'

type Context = PhaseContext<FollowerSession, FollowerEvent>

const GIVE_UP = {
  title: 'Give up?',
  detail: 'Do this if the words lead nowhere, or if you are lost for good. Your walk is sent as it is.',
  yes: 'Give up',
  no: 'Go on walking',
  danger: true,
}

export function showWalk(context: Context): void {
  const { scope, root, session } = context
  const panel = html('section', { class: 'panel' })
  root.append(session.viewerElement, panel)
  play(context, panel)
  panel.append(words(context), playerKeys(), actions(context))
  session.viewerElement.focus()
  void session.viewer.ready.then(() => scope.disposed || session.walk())
  scope.add(() => session.pose.stop())
}

function play({ scope, session }: Context, panel: HTMLElement): void {
  const player = new VoicePlayer(scope, panel)
  const problem = html('div', {})
  player.element.after(problem)
  const since = session.audioTime
  scope.add(player.on('time', (time) => (session.audioTime = time)))
  void load()

  async function load(): Promise<void> {
    problem.replaceChildren()
    try {
      await player.load(await session.loadVoice())
      player.seek(since)
    } catch (error) {
      const title = 'The voice cannot be played'
      if (!scope.disposed) problem.replaceChildren(problemMessage(scope, error, { title, retry: () => void load() }))
    }
  }
}

/** The instruction as text, shown on demand. */
function words({ scope, session }: Context): HTMLElement {
  const text = html('p', {
    id: 'instruction',
    class: 'instruction',
    lang: session.language,
    dir: 'auto',
    hidden: true,
    'data-testid': 'instruction',
  })
  text.textContent = session.follower.instruction
  const toggle = button(scope, { name: 'show-text', label: 'Read the words', icon: 'text', press: () => show(text.hidden) })
  toggle.setAttribute('aria-controls', text.id)
  show(false)
  return html('div', { class: 'words' }, toggle, text)

  function show(shown: boolean): void {
    text.hidden = !shown
    relabel(toggle, shown ? 'Hide the words' : 'Read the words', 'text')
    toggle.setAttribute('aria-expanded', String(shown))
  }
}

function actions({ scope, session, send }: Context): HTMLElement {
  const finish = (outcome: Outcome) => {
    session.outcome = outcome
    send('finish')
  }
  const giveUp = button(scope, {
    name: 'give-up',
    label: 'Give up',
    icon: 'flag',
    press: () => void confirm(scope, GIVE_UP).then((yes) => yes && finish('gave_up')),
  })
  const done = button(scope, {
    name: 'done',
    label: 'I am at the end',
    icon: 'check',
    look: 'primary',
    press: () => finish('done'),
  })
  return html('div', { class: 'panel-actions' }, giveUp, done)
}
