import type { VoiceSource } from '../../audio/Microphone'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import type { Scope } from '../../kit/lifecycle/Scope'
import { t } from '../../kit/messages/messages'
import { message, problemMessage } from '../../kit/notices/message'
import { campaignInstructions, controlsPicture, type InstructionStep, instructionSteps } from '../parts/instructions'
import type { IntroductionContext, PhaseContext } from '../phases/defineTask'
import type { DialogueEvent, DialogueSession, TalkArgs } from './DialogueSession'
import { whenOver } from './whenOver'

/** What a kind tells people about their part; `end` says how it ends, where that is not by arriving. */
export type Introduced<Role extends string> = (role: Role, args: TalkArgs) => { title: string; steps: readonly InstructionStep[]; end?: string }

export function introduce<Role extends string>({ lease, session }: Pick<IntroductionContext<DialogueSession>, 'lease' | 'session'>, introduced: Introduced<Role>): Node[] {
  const { title, steps, end: howItEnds } = introduced(session.role as Role, session.args)
  const end = { title: howItEnds ?? t(session.ends ? 'dialogue.ending.own' : 'dialogue.ending.partner'), text: t('dialogue.ending.write') }
  return [
    html('h1', {}, title),
    instructionSteps([...steps, end]),
    ...campaignInstructions(lease),
    ...(session.walk.sight ? [controlsPicture({ line: session.walk.path.length > 1 })] : []),
    html('p', { class: 'hint', 'data-testid': 'heard' }, t('dialogue.heard')),
  ]
}

/** What is looked for, in the words of the data, for who may know it. */
export function wanted({ args }: DialogueSession): HTMLElement[] {
  return args.description ? [html('p', { class: 'wanted', lang: 'en', 'data-testid': 'wanted' }, args.description)] : []
}

export function showInstructions<Role extends string>(context: PhaseContext<DialogueSession, DialogueEvent>, introduced: Introduced<Role>): void {
  const { scope, root, session, send } = context
  const problem = html('div', {})
  let isWarned = false
  const start = button(scope, { name: 'start', label: t('dialogue.start'), look: 'primary', press: () => void open() })
  const [title = problem, ...steps] = introduce(context, introduced)
  root.append(title, ...wanted(session), ...steps, html('section', { class: 'ready' }, start, problem))
  whenOver(scope, session.line, () => send('missed'))

  function warn(): void {
    isWarned = true
    start.disabled = false
    const told = message({ name: 'loudspeaker', ...t('dialogue.loudspeaker', { returnObjects: true }) })
    told.setAttribute('role', 'alert')
    problem.replaceChildren(told)
  }

  /** A browser gives a page the microphone only after a click or a key. */
  async function open(): Promise<void> {
    start.disabled = true
    try {
      const microphone = await session.walk.openMicrophone()
      if (isWarned || !(await isHeard(scope, microphone))) send('start')
      else warn()
    } catch (error) {
      start.disabled = false
      problem.replaceChildren(problemMessage(scope, error, { title: t('record.notBegun') }))
    }
  }
}

/** A partner who is heard from a loudspeaker is recorded twice, and hears themselves. Where it cannot play, nobody knows. */
async function isHeard(scope: Scope, microphone: VoiceSource): Promise<boolean> {
  const { hearsLoudspeaker } = await import('../../equipment/loudspeaker')
  return hearsLoudspeaker(scope, microphone).catch(() => false)
}
