// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { FOLLOWER, GUIDE, TOUR } from '../../../testing/kinds'
import { drawInto } from '../../kit/view/drawing'
import { CampaignForm } from './CampaignForm'
import { type Definition, NEW, type Value, valueAt } from './definition'

let place: HTMLElement
let changed: Definition[]

beforeEach(() => {
  place = document.createElement('main')
  document.body.replaceChildren(place)
  changed = []
})

function show(definition: Definition, { isNew = false, faults = [] as { line: number; key: string; message: string; remedy: string }[] } = {}): void {
  drawInto(place)(<CampaignForm definition={definition} isNew={isNew} kinds={[GUIDE, FOLLOWER, TOUR]} faults={faults} change={(each) => changed.push(each)} />)
}
const find = (name: string) => place.querySelector<HTMLInputElement>(`[data-testid="${name}"]`)
const field = (name: string) => find(`field-${name}`)
function enter(name: string, text: string): Value | undefined {
  const control = field(name)!
  control.value = text
  control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
  return valueAt(changed.at(-1) ?? {}, name)
}

it.each([
  ['languages', 'en-US'],
  ['paths.0.sampler', 'r2r'],
  ['paths.0.per_scan', '6'],
  ['paths.0.unseen', '0'],
  ['guides_per_path', '1'],
  ['followers_per_guide', '2'],
  ['transcripts_per_guide', '0'],
  ['guide.transcript', 'typed'],
  ['caps.per_person', ''],
  ['caps.per_day', ''],
  ['pay.currency', 'USD'],
  ['pay.per_hour', '0'],
  ['pay.per_annotation.guide', '0'],
  ['pay.per_annotation.follower', '0'],
  ['consent.texts.en', ''],
  ['consent.retention_days', ''],
])('shows %s of a new campaign as %j', (name, value) => {
  show(NEW)
  expect(field(name)?.value).toBe(value)
})

it.each([
  ['languages', 'en-US  hi-IN', ['en-US', 'hi-IN']],
  ['paths.0.sampler', 'rxr', 'rxr'],
  ['paths.0.per_scan', '12', 12],
  ['paths.0.per_scan', '6', undefined],
  ['paths.0.unseen', '0.25', 0.25],
  ['guides_per_path', '3', 3],
  ['guides_per_path', '1', undefined],
  ['followers_per_guide', '', undefined],
  ['transcripts_per_guide', '1', 1],
  ['guide.transcript', 'none', 'none'],
  ['caps.per_person', '0', 0],
  ['caps.per_day', '20', 20],
  ['pay.currency', 'EUR', 'EUR'],
  ['pay.currency', 'USD', undefined],
  ['pay.per_hour', '1500', 1500],
  ['pay.per_annotation.follower', '25', 25],
  ['consent.texts.en', 'We record.', 'We record.'],
  ['consent.texts.en', '', undefined],
  ['consent.retention_days', '30', 30],
])('writes %s from %j as %j', (name, text, value) => {
  show(NEW)
  expect(enter(name, text)).toEqual(value)
  expect(Object.keys(changed.at(-1) ?? {})).toEqual(expect.arrayContaining(['id', 'languages', 'paths']))
})

it.each(['guide.free', 'trust.training'])('writes %s while it is on', (name) => {
  show(NEW)
  field(name)?.click()
  expect(valueAt(changed.at(-1) ?? {}, name)).toBe(true)
  show(changed.at(-1) ?? {})
  field(name)?.click()
  expect(changed.at(-1)).toEqual(NEW)
})

it('asks for an id only of a new campaign', () => {
  show(NEW)
  expect(field('id')).toBeNull()
  show(NEW, { isNew: true })
  expect(enter('id', 'walks')).toBe('walks')
})

it('pays for kinds that give words or are about them', () => {
  show(NEW)
  expect(field('pay.per_annotation.tour')).toBeNull()
})

it('leaves paths alone that are written in the file, and tells what it does not show', () => {
  show({ ...NEW, paths: [{ file: 'paths.jsonl' }], trust: {}, images: {}, tasks: {} })
  expect([field('paths.0.per_scan'), place.textContent.includes('The paths of this campaign are written in its file'), place.textContent.includes('Kept as in the file: images, tasks.')]).toEqual([null, true, true])
})

it('says beside a field what is wrong with it, and with nothing else', () => {
  const fault = { line: 1, message: 'Too few', remedy: 'Write more.' }
  show(NEW, { faults: [{ ...fault, key: 'paths[0].per_scan' }, { ...fault, key: 'languages[1]' }, { ...fault, key: 'guides' }] })
  const invalid = [...place.querySelectorAll('[aria-invalid=true]')].map(({ id }) => id)
  expect([invalid, find('fault-paths.0.per_scan')?.textContent]).toEqual([['field-languages', 'field-paths.0.per_scan'], 'Too few. Write more.'])
})
