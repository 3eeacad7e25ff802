import type { Scope } from '../lifecycle/Scope'

let person: number | null = null
const views = new Set<(person: number) => void>()

/** Tells the page whose session it uses, as the server says. */
export function setWhose(annotatorId: number): void {
  person = annotatorId
  for (const show of views) show(annotatorId)
}

/** Shows whose session the page uses, as soon as that is known. */
export function onWhose(scope: Scope, show: (person: number) => void): void {
  if (scope.disposed) return
  views.add(show)
  scope.add(() => void views.delete(show))
  if (person !== null) show(person)
}
