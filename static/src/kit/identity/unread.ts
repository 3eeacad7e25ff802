import type { Scope } from '../lifecycle/Scope'

let count = 0
const views = new Set<(count: number) => void>()

/** Tells the page how many answers of the data team its person has not read. */
export function setUnread(answers: number): void {
  count = answers
  for (const show of views) show(answers)
}

/** Shows how many answers are unread, now and whenever it changes. */
export function onUnread(scope: Scope, show: (count: number) => void): void {
  if (scope.disposed) return
  views.add(show)
  scope.add(() => void views.delete(show))
  show(count)
}
