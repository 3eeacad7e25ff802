import type { PlayerEvent, Scope } from '../kit/lifecycle/Scope'
import { type Act, isTextBox, keyClass, keyName, targetOf } from './action'

/** Tells what happened, and when (`performance.now()`). */
export type Tell = (act: Act, moment: number) => void

const VIEWER = '.viewer'
const BUTTONS = 'button, a[href], input, select, textarea'

/** Watches the page of a task as long as `scope` lasts: before anything else handles an event, and without changing it. */
export function watchActions(scope: Scope, tell: Tell): void {
  const early = { capture: true, passive: true }
  for (const [name, state] of [['keydown', 'down'], ['keyup', 'up']] as const)
    scope.listen(document, name, (event) => tellKey(event, state, tell), early)
  scope.listen(document, 'click', (event) => tellClick(event, tell), early)
  watchPointer(scope, tell, early)
  scope.listen(document, 'focusin', ({ target, timeStamp }) => tell({ what: 'focus', on: targetOf(target) }, timeStamp), early)
  scope.listen(document, 'pangea-player', (event) => tellPlayer(event, tell), early)
  for (const name of ['focus', 'blur'] as const)
    scope.listen(window, name, ({ target, timeStamp }) => target === window && tell({ what: 'window', name }, timeStamp))
  scope.listen(document, 'visibilitychange', ({ timeStamp }) => tell({ what: 'visibility', name: document.visibilityState }, timeStamp))
  scope.listen(window, 'resize', ({ timeStamp }) => tell(viewNow(), timeStamp))
}

/** Where the picture is on the page, or how large the page is where there is none. */
export function viewNow(): Act {
  const box = document.querySelector(VIEWER)?.getBoundingClientRect() ?? { left: 0, top: 0, width: innerWidth, height: innerHeight }
  return { what: 'view', x: box.left, y: box.top, width: box.width, height: box.height }
}

function tellKey(event: KeyboardEvent, state: 'down' | 'up', tell: Tell): void {
  const box = isTextBox(event.target)
  if (box === 'password') return
  if (box === 'text') {
    if (state === 'down' && keyName(event) !== null) tell({ what: 'type', name: keyClass(event.key), on: targetOf(event.target) }, event.timeStamp)
    return
  }
  const name = keyName(event)
  if (name !== null && !event.repeat) tell({ what: 'key', name, state, on: targetOf(event.target) }, event.timeStamp)
}

/** A click on the picture is told by its pointer; a key that clicks a button has no place. */
function tellClick(event: MouseEvent, tell: Tell): void {
  if (isPicture(event.target)) return
  const place = event.detail === 0 ? {} : placeOf(event)
  tell({ what: 'click', on: targetOf(event.target), ...place }, event.timeStamp)
}

function watchPointer(scope: Scope, tell: Tell, early: AddEventListenerOptions): void {
  const down = new Set<number>()
  const tellPointer = (event: PointerEvent, state: 'down' | 'move' | 'up') =>
    tell({ what: 'pointer', state, ...placeOf(event), ...(state === 'down' && { on: targetOf(event.target) }) }, event.timeStamp)
  scope.listen(document, 'pointerdown', (event) => {
    if (event.button !== 0 || !isPicture(event.target)) return
    down.add(event.pointerId)
    tellPointer(event, 'down')
  }, early)
  scope.listen(document, 'pointermove', (event) => down.has(event.pointerId) && tellPointer(event, 'move'), early)
  for (const name of ['pointerup', 'pointercancel'] as const)
    scope.listen(document, name, (event) => down.delete(event.pointerId) && tellPointer(event, 'up'), early)
  scope.listen(document, 'wheel', (event) => {
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / 40
    if (isPicture(event.target)) tell({ what: 'wheel', amount: lines, ...placeOf(event) }, event.timeStamp)
  }, early)
}

function tellPlayer({ detail: { name, amount }, timeStamp }: PlayerEvent, tell: Tell): void {
  tell({ what: 'player', name, amount: Math.round(amount * 1000) / 1000 }, timeStamp)
}

/** Whether it is on the picture or the map over it, not on a button. */
const isPicture = (target: EventTarget | null): boolean => target instanceof Element && target.closest(VIEWER) !== null && target.closest(BUTTONS) === null

function placeOf({ clientX, clientY }: MouseEvent): Pick<Act, 'x' | 'y'> {
  const { left, top } = document.querySelector(VIEWER)?.getBoundingClientRect() ?? { left: 0, top: 0 }
  return { x: clientX - left, y: clientY - top }
}
