import type { FilterName } from '../../annotations/filters'
import { personText } from '../../people/labels'

/** Groups that are named after people's numbers. */
const OF_PEOPLE: readonly FilterName[] = ['annotator', 'guide']

/** What a group is called: people by their number and label. */
export function groupText(by: FilterName, name: string): string {
  return OF_PEOPLE.includes(by) && /^\d+$/.test(name) ? personText(Number(name)) : name
}
