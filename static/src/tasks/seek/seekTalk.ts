import './seek.css'

import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { clock } from '../../kit/formatting/format'
import type { DialogueSession, TalkArgs } from '../dialogue/DialogueSession'
import type { TalkContext, TalkParts } from '../dialogue/showTalk'
import { offerMap } from '../parts/taskMap'
import { own } from './messages/own'

export interface SeekArgs extends TalkArgs {
  /** How long the hider may walk. */
  hide_seconds: number
}

const TICK_SECONDS = 0.25

/** The talk in which the hider walks first and then stays, and the seeker stays first and then walks. */
export function seekTalk(context: TalkContext): TalkParts {
  return context.session.ends ? seek(context) : hide(context)
}

/** What is to be done now; said to those who listen as well. */
const told = (): HTMLElement => html('p', { class: 'seek-told', role: 'status', 'data-testid': 'seek-told' })

/** Since when the search has been on, in seconds of this person's recording; null until it begins. */
const searchBegan = ({ fields }: DialogueSession): number | null => (typeof fields.began === 'number' ? fields.began : null)

function beginSearch({ session }: TalkContext): void {
  const { recording } = session.walk
  const now = recording?.recordedAt(performance.now()) ?? recording?.recorded ?? 0
  session.fields = { ...session.fields, began: Math.round(now * 1000) / 1000 }
}

function hide(context: TalkContext): TalkParts {
  const { scope, session } = context
  const { walk, line } = session
  const left = html('span', { role: 'timer', 'data-testid': 'hide-left' })
  const hint = told()
  const ready = button(scope, { name: 'hidden', label: own('hider.hidden'), icon: 'check', press: () => stay() })
  const status = html('div', { class: 'seek-status' }, hint, left, ready)

  const isHidden = () => searchBegan(session) !== null
  const tellPartner = () => isHidden() && line.send({ type: 'ready' })
  const stay = (): void => {
    beginSearch(context)
    tellPartner()
    show()
  }
  const show = (): void => {
    if (isHidden()) walk.stay(true)
    const seconds = (session.args as SeekArgs).hide_seconds - (walk.recording?.recorded ?? 0)
    const records = (walk.recording?.recorded ?? 0) > 0
    if (!isHidden() && records && seconds <= 0) return stay()
    const now = own(isHidden() ? 'hider.stay' : 'hider.hide')
    if (hint.textContent !== now) hint.textContent = now
    left.textContent = isHidden() ? '' : clock(Math.ceil(seconds))
    ready.hidden = isHidden()
    ready.disabled = !records
  }
  scope.every(TICK_SECONDS, show)
  scope.add(line.on('now', tellPartner)) // Also to a page that was away.
  tellPartner()
  show()
  return { hints: [status], offerMap: () => offerMap(context, walk.viewer) }
}

function seek(context: TalkContext): TalkParts {
  const { scope, session } = context
  const { walk, line } = session
  const hint = told()
  const show = (): void => {
    const began = searchBegan(session) !== null
    walk.stay(!began)
    hint.textContent = own(began ? 'seeker.search' : 'seeker.wait')
  }
  scope.add(
    line.on('ready', () => {
      if (searchBegan(session) !== null) return
      beginSearch(context)
      show()
    }),
  )
  show()
  return {
    hints: [hint],
    offerMap: () => offerMap(context, walk.viewer),
    mayEnd: (tell) => {
      const began = searchBegan(session) !== null
      if (!began) tell(own('notYet.title'), own('notYet.detail'))
      return began
    },
    ask: () => own('sure'),
  }
}
