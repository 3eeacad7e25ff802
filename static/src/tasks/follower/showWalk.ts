import type { Feedback } from '../../api/types'
import { button, relabel } from '../../kit/dom/button'
import { confirm } from '../../kit/dom/confirm'
import { choices, commentField } from '../../kit/dom/fields'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { prefer, preference } from '../../kit/preferences/preferences'
import { problemMessage } from '../../kit/notices/message'
import { PlayerKeys } from '../../player/PlayerKeys'
import { VoicePlayer } from '../../player/VoicePlayer'
import { reportProblem } from '../parts/reportProblem'
import { offerMap } from '../parts/taskMap'
import type { PhaseContext } from '../phases/defineTask'
import type { FollowerEvent, FollowerSession, Outcome } from './FollowerSession'
import { own } from './messages/own'

type WalkContext = PhaseContext<FollowerSession, FollowerEvent>

export function showWalk(context: WalkContext): void {
  const { scope, root, session } = context
  const panel = html('section', { class: 'panel' })
  root.append(session.viewerElement, panel)
  offerMap(context, session.viewer)
  const { loadVoice, follower } = session
  if (loadVoice) play(context, panel, loadVoice)
  if (follower.transcript !== null) panel.append(words(context, follower.transcript, { hideable: loadVoice !== null }))
  else if (loadVoice) panel.append(html('p', { class: 'hint', 'data-testid': 'no-text' }, t('walk.noText')))
  if (follower.pictures === 'none') panel.append(html('p', { class: 'hint', 'data-testid': 'no-pictures' }, own('instructions.noPictures')))
  if (loadVoice) panel.append(new PlayerKeys(scope).element)
  panel.append(actions(context))
  const { storageProblem } = session
  if (storageProblem) panel.prepend(problemMessage(scope, storageProblem, { title: t('saved.notHere') }))
  session.viewerElement.focus()
  void goOn(context)
  scope.add(() => session.walk.stop())
}

/** The walk is recorded from the first picture on. */
async function goOn({ scope, session: { viewer, walk } }: WalkContext): Promise<void> {
  await viewer.ready
  await walk.goBack()
  if (!scope.disposed) walk.start()
}

function play({ scope, session }: WalkContext, panel: HTMLElement, loadVoice: () => Promise<Blob>): void {
  const player = new VoicePlayer(scope, panel)
  const problem = html('div', {})
  player.element.after(problem)
  const since = session.walk.audioTime ?? 0
  const isNew = !session.walk.begun
  panel.append(atOnce(scope, player))
  scope.add(player.on('time', (time) => (session.walk.audioTime = time)))
  void load()

  async function load(): Promise<void> {
    problem.replaceChildren()
    try {
      await player.load(await loadVoice())
      player.showSilences()
      player.seek(since)
      if (isNew && playsAtOnce()) void session.viewer.ready.then(() => scope.disposed || player.start())
    } catch (error) {
      const title = t('walk.unplayable')
      if (!scope.disposed) problem.replaceChildren(problemMessage(scope, error, { title, retry: () => void load() }))
    }
  }
}

const AT_ONCE_PREFERENCE = 'voice-at-once'
const TEXT_PREFERENCE = 'instruction-text'

/** Whoever has played a voice hears the next one as soon as its task is open, unless they do not want that. */
const playsAtOnce = (): boolean => preference(AT_ONCE_PREFERENCE) === 'yes'

function atOnce(scope: Scope, player: VoicePlayer): HTMLElement {
  const box = html('input', { type: 'checkbox', checked: playsAtOnce(), 'data-testid': 'voice-at-once' })
  const choose = (wanted: boolean) => prefer(AT_ONCE_PREFERENCE, wanted ? 'yes' : 'no')
  scope.listen(box, 'change', () => choose(box.checked))
  scope.add(
    player.on('time', () => {
      if (!player.playing || preference(AT_ONCE_PREFERENCE) !== null) return
      choose(true)
      box.checked = true
    }),
  )
  return html('label', { class: 'check-line' }, box, own('atOnce'))
}

/** The instruction as text: shown on demand beside a voice, and always where there is nothing else. */
function words({ scope, session }: WalkContext, transcript: string, { hideable }: { hideable: boolean }): HTMLElement {
  const text = html('p', {
    id: 'instruction',
    class: 'instruction',
    lang: session.language,
    dir: 'auto',
    hidden: hideable,
    'data-testid': 'instruction',
  })
  text.textContent = transcript
  if (!hideable) return html('div', { class: 'words' }, text)
  const toggle = button(scope, { name: 'show-text', label: t('walk.show'), icon: 'text', press: () => choose(text.hidden === true) })
  toggle.setAttribute('aria-controls', text.id)
  show(preference(TEXT_PREFERENCE) === 'shown')
  return html('div', { class: 'words' }, toggle, text)

  /** As the person likes it in the next tasks, too. */
  function choose(shown: boolean): void {
    prefer(TEXT_PREFERENCE, shown ? 'shown' : 'hidden')
    show(shown)
  }

  function show(shown: boolean): void {
    text.hidden = !shown
    relabel(toggle, shown ? t('walk.hide') : t('walk.show'), 'text')
    toggle.setAttribute('aria-expanded', String(shown))
  }
}

function actions({ scope, session, send }: WalkContext): HTMLElement {
  const said = html('div', {})
  const finish = (outcome: Outcome, reason: Pick<Feedback, 'reason' | 'comment'>) => {
    session.say({ outcome, feedback: { ...session.feedback, ...reason } })
    send('finish')
  }
  const report = button(scope, {
    name: 'report',
    label: t('walk.report'),
    look: 'link',
    press: () => void reportProblem(scope, session, said),
  })
  const giveUp = button(scope, {
    name: 'give-up',
    label: t('walk.giveUp'),
    icon: 'flag',
    press: () => void askWhy(scope).then((reason) => reason && finish('gave_up', reason)),
  })
  const done = button(scope, {
    name: 'done',
    label: t('walk.done'),
    icon: 'check',
    look: 'primary',
    press: () => finish('done', { reason: null, comment: '' }),
  })
  return html('div', { class: 'panel-end' }, report, said, html('div', { class: 'panel-actions' }, giveUp, done))
}

type Reason = NonNullable<Feedback['reason']>

const GIVE_UP_REASONS = ['words_unclear', 'words_wrong', 'lost', 'technical', 'other'] as const satisfies readonly Reason[]

/** Asks whether to give up, and why; null when the person goes on. */
export async function askWhy(scope: Scope): Promise<Pick<Feedback, 'reason' | 'comment'> | null> {
  const { title, detail, yes, no } = own('giveUp')
  let reason: Reason | null = null
  const comment = commentField(own('giveUp.comment'))
  const form = html(
    'div',
    { class: 'dialog-form' },
    choices(scope, {
      name: 'reason',
      legend: detail,
      options: GIVE_UP_REASONS.map((name) => [name, own(`giveUp.reason.${name}`)] as const),
      choose: (chosen) => (reason = chosen),
    }),
    comment.element,
  )
  const gaveUp = await confirm(scope, { title, detail: form, yes, no, harmful: true })
  return gaveUp ? { reason, comment: comment.area.value.trim() } : null
}
