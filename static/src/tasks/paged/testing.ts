import { until } from '../../../testing/until'
import type { LeaseView } from '../../api/types'
import type { ViewBox } from '../../regions/shapes'
import type { LandmarkPage } from '../landmarks/wire'
import type { TaskDefinition } from '../phases/defineTask'
import { click, find, openKind, screen, shows, submitted } from '../running/testing'

export const PAGE = { path: ['a', 'b'], reach: ['a', 'b', 'c', 'd'], types: [] }

/** Opens a page of these items, and begins it. */
export async function openItems<Kept, Phase extends string, Event extends string>(
  task: TaskDefinition<Kept, Phase, Event>,
  items: readonly object[],
  { page: parts = {}, ...lease }: Partial<LeaseView> & { page?: Partial<LandmarkPage<object>> } = {},
): Promise<HTMLElement> {
  const page = await openKind(task, { args: { ...PAGE, ...parts, items }, ...lease })
  if (page.dataset.phase === 'instructions') click(page, 'start')
  await screen.pass(1)
  return page
}

/** The answers that are offered, by name: what each says. */
export const offered = (page: HTMLElement): Record<string, string> =>
  Object.fromEntries([...page.querySelectorAll<HTMLElement>('.landmark-answers > button')].map((each) => [(each.dataset.testid ?? '').replace('answer-', ''), each.firstElementChild?.textContent ?? '']))

export const text = (page: HTMLElement, name: string): string => find(page, name)?.textContent ?? ''

/** Presses a key where the focus is, or on this element. */
export function press(key: string, on: EventTarget = document.activeElement ?? document.body, held: KeyboardEventInit = {}): void {
  const signs: Record<string, string> = { ' ': 'Space', '[': 'BracketLeft', ']': 'BracketRight' }
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : (signs[key] ?? key)
  on.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...held }))
}

/** Sends the page, and resolves with its answers, without the seconds that each took. */
export async function sent(page: HTMLElement): Promise<unknown[]> {
  if (page.dataset.phase === 'walk') click(page, 'submit')
  await shows(page, 'done')
  await until(() => submitted.length > 0)
  const { answers } = (submitted.at(-1) ?? { answer: null }).answer as unknown as { answers: (Record<string, unknown> | null)[] }
  return answers.map((answer) => answer && Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'seconds')))
}

/** Where the camera stands, and where it looks. */
export function where(page: HTMLElement): [viewpointId: string, heading: number, elevation: number] {
  const { viewpointId = '', heading, elevation } = find(page, 'viewer')?.dataset ?? {}
  return [viewpointId, Number(heading), Number(elevation)]
}

/** The names over the picture, of the regions that are seen where the camera stands; those that are talked of with a star. */
export const labels = (page: HTMLElement): string[] => [...page.querySelectorAll('.viewer-region')].map((each) => `${each.textContent}${each.hasAttribute('data-lit') ? '*' : ''}`)

/** A box of 0.2 by 0.2 radians around a direction. */
export const boxAt = (heading: number): ViewBox => ({ kind: 'view', heading, elevation: 0, width: 0.2, height: 0.2 })

/** A region that somebody drew. */
export const regionOf = (viewpoint_id: string, heading: number) => ({ region_id: `${viewpoint_id}-${heading}`, viewpoint_id, shape: boxAt(heading), group: false })
