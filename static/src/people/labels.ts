import { ApiProblem } from '../api/ApiProblem'
import type { TeamClient } from '../api/TeamClient'
import type { PersonLabel } from '../api/types'

/** What the team calls people, by their numbers. */
let known: ReadonlyMap<number, string> = new Map()

/** Reads the labels, before a page is drawn. Where that fails, the page shows numbers, and says itself why nothing can be read. */
export async function loadLabels(client: Pick<TeamClient, 'labels'>): Promise<void> {
  try {
    setLabels(await client.labels())
  } catch (reason) {
    if (!(reason instanceof ApiProblem)) throw reason
  }
}

export function setLabels(labels: readonly PersonLabel[]): void {
  known = new Map(labels.map(({ annotator_id: person, label }) => [person, label]))
}

/** A person's number with their label, kept apart whichever way it is written: `7 (Kavya)`. */
export function personText(person: number): string {
  const label = known.get(person) ?? ''
  return label === '' ? String(person) : `${person} (\u2068${label}\u2069)`
}
