import { kindName, pageToGoOn } from '../../annotations/kinds'
import type { ApiClient } from '../../api/ApiClient'
import type { NothingToDo, Waiting } from '../../api/types'
import { button } from '../../kit/dom/button'
import { html } from '../../kit/dom/html'
import { timeInZone } from '../../kit/formatting/format'
import { TaskFrame } from '../../kit/frame/TaskFrame'
import { personalLink } from '../../kit/identity/kept'
import { Scope } from '../../kit/lifecycle/Scope'
import { chosenLanguage } from '../../kit/messages/interfaceLanguage'
import { kindMessage } from '../../kit/messages/kindMessages'
import { t } from '../../kit/messages/messages'
import { message } from '../../kit/notices/message'
import { ownWorkLink } from '../../session/enter'
import { showOwnVisit } from '../../visit/showVisit'
import { tellStanding } from './tellStanding'
import { watchForWork } from './watchForWork'

interface Nothing {
  page: HTMLElement
  scope: Scope
  client: ApiClient
  /** The kind of task that was asked for, null for any; and what it calls itself. */
  kind: string | null
  title: string
  why: Pick<NothingToDo, 'reason' | 'kind' | 'opens_at'>
  /** Asks for a task again. */
  retry: () => void
}

/** Says why there is no task, and notices by itself when there is one. People who get no more tasks are told so. */
export async function showNothingToDo(nothing: Nothing): Promise<void> {
  const { page, scope, client, kind, title } = nothing
  const standing = kind === null ? null : await tellStanding(scope, client, kind)
  const root = new TaskFrame(scope, page, title, []).turnTo('nothing-to-do', undefined, false)
  if (standing) root.append(standing)
  else waitForWork(root, nothing)
  void showOwnVisit(scope, root, client, { stuck: true })
}

function waitForWork(root: HTMLElement, nothing: Nothing): void {
  const { scope, client, kind } = nothing
  const looked = html('p', { class: 'hint', 'data-testid': 'looked-last' })
  const waiting = new Scope(scope)
  let shown = tellNothing(nothing, looked)
  let told = reasonOf(nothing.why)
  sayWhen(looked)
  root.append(shown)
  watchForWork(waiting, async () => {
    const found = kind === null ? await anyKind(client) : await client.waiting(kind)
    if (waiting.disposed) return
    sayWhen(looked)
    if (found.ready) {
      waiting.dispose()
      turnTo(tellReady(nothing))
      announce(scope)
    } else if (reasonOf(whyNot(found)) !== told) {
      told = reasonOf(whyNot(found))
      turnTo(tellNothing({ ...nothing, why: whyNot(found) }, looked))
    }
  })

  /** The new message keeps the focus where the old one had it, or takes one that nothing has. */
  function turnTo(next: HTMLElement): void {
    const hadFocus = shown.contains(document.activeElement) || root === document.activeElement || document.activeElement === document.body
    shown.replaceWith(next)
    shown = next
    if (hadFocus) next.querySelector<HTMLElement>('.button-primary')?.focus()
  }
}

async function anyKind(client: ApiClient): Promise<Omit<Waiting, 'tasks' | 'more'>> {
  const { kind, ...why } = await client.next()
  return { ready: kind !== null, ...why, kind: null }
}

export const whyNot = ({ reason, kind, opens_at: at }: Pick<Waiting, 'reason' | 'kind' | 'opens_at'>): Nothing['why'] => ({ reason: reason ?? 'nothing', kind: kind ?? null, opens_at: at ?? null })
const reasonOf = ({ reason, kind, opens_at: at }: Nothing['why']): string => `${reason} ${kind ?? ''} ${at ?? ''}`

function sayWhen(place: HTMLElement): void {
  const time = new Intl.DateTimeFormat(chosenLanguage(), { timeStyle: 'short' }).format(new Date())
  place.textContent = t('empty.looked', { time })
}

function tellNothing({ scope, why, retry }: Nothing, looked: HTMLElement): HTMLElement {
  const other = why.kind === null ? [] : [html('a', { href: personalLink(pageToGoOn(why.reason, why.kind)), class: 'button button-primary' }, kindMessage(why.kind, 'open') ?? kindName(why.kind))]
  const look = button(scope, { name: 'look-again', label: t('empty.again'), ...(other.length === 0 && { look: 'primary' }), press: retry })
  const known = (['turn', 'other', 'cap', 'paused', 'unreached'] as const).find((reason) => reason === why.reason)
  const detail = why.opens_at ? t('agreed.begins', { time: timeInZone(why.opens_at) }) : t(`empty.${known ?? 'detail'}`)
  const told = message({ name: 'nothing-to-do', title: t('empty.title'), detail }, ...other, look, ownWorkLink())
  told.append(looked)
  return told
}

function tellReady({ scope, retry }: Nothing): HTMLElement {
  const go = button(scope, { name: 'open-task', label: t('empty.ready.open'), look: 'primary', press: retry })
  const told = message({ name: 'work-is-ready', title: t('empty.ready.title'), detail: t('empty.ready.detail'), tone: 'good' }, go, ownWorkLink())
  told.setAttribute('role', 'status')
  return told
}

/** In the name of the tab, for people who have turned to another one. */
function announce(scope: Scope): void {
  const title = document.title
  document.title = `● ${t('empty.ready.title')}`
  scope.add(() => (document.title = title))
}
