import { button } from '../../kit/dom/button'
import { confirm } from '../../kit/dom/confirm'
import { html } from '../../kit/dom/html'
import { listenForActions } from '../../kit/keys/listenForActions'
import { keyChanges, keysOf } from '../../kit/keys/bindings'
import { keyCaps, showKeys } from '../../kit/keys/showKeys'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { View } from '../../viewer/types'
import { offerMap } from '../parts/taskMap'
import type { PhaseContext } from '../phases/defineTask'
import type { WalkSession } from '../walk/WalkSession'
import { own } from './messages/own'

export interface FindArgs extends Record<string, unknown> {
  description: string
}

export interface FindAnswer extends Record<string, unknown> {
  mark: { viewpoint_id: string; heading: number; elevation: number } | null
}

export type FindEvent = 'start' | 'finish' | 'back' | 'stored'
export type FindSession = WalkSession<FindArgs, FindAnswer>

/** The search: a person who sees the object clicks on it, or looks straight at it and presses a key. */
export function showSearch(context: PhaseContext<FindSession, FindEvent>): void {
  const { scope, root, session, send } = context
  const { viewer } = session
  session.show(scope, root)
  offerMap(context, viewer)
  const middle = () => void mark({ viewpointId: viewer.viewpointId, heading: viewer.heading, elevation: viewer.elevation })
  const aim = html('div', { class: 'aim', 'aria-hidden': 'true' })
  viewer.container.append(aim)
  scope.add(() => aim.remove())
  scope.add(viewer.on('pick', (view) => void mark(view)))
  listenForActions(scope, { mark: () => viewer.moving || middle() })
  const here = button(scope, { name: 'mark', label: own('search.here'), icon: 'check', look: 'primary', press: middle })
  showKeys(scope, here, 'mark')
  const giveUp = button(scope, { name: 'give-up', label: own('search.giveUp'), icon: 'flag', press: () => void stop() })
  root.append(
    html(
      'section',
      { class: 'panel' },
      html('h1', { class: 'wanted', lang: 'en', 'data-testid': 'wanted' }, session.args.description),
      html('p', { class: 'hint' }, own('search.hint')),
      html('p', { class: 'keys' }, markKey(scope), ` ${own('search.key')}`),
      html('div', { class: 'panel-actions' }, giveUp, here),
    ),
  )
  let asking = false

  async function mark({ viewpointId, heading, elevation }: View): Promise<void> {
    viewer.lookAt(heading, elevation)
    await finish('sure', { mark: { viewpoint_id: viewpointId, heading, elevation } })
  }

  const stop = () => finish('stop', { mark: null })

  async function finish(question: 'sure' | 'stop', answer: FindAnswer): Promise<void> {
    if (asking) return
    asking = true
    const { description } = session.args
    const yes = await confirm(scope, { ...own(question, { description }), harmful: question === 'stop' })
    asking = false
    if (yes) {
      session.answer = answer
      send('finish')
    } else viewer.container.focus()
  }
}

/** The key that marks, as the person has chosen it. */
function markKey(scope: Scope): HTMLElement {
  const place = html('span', {})
  const show = () => place.replaceChildren(keyCaps(keysOf('mark')[0]))
  scope.add(keyChanges.on('change', show))
  show()
  return place
}
