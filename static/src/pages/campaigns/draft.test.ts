import { expect, it } from 'vitest'

import type { CampaignFile } from '../../api/types'
import { draftOf, newDraft, onTopOf, sentText, turned, withCheck, withDefinition, withText } from './draft'

const STORED = {
  campaign: { campaign_id: 'walks', state: 'running', version: 3, created_at: '2026-11-20T08:00:00Z', languages: ['hi'], pools: [], agreed_times: {}, progress: [] },
  text: 'id: walks\nlanguages: [hi]\n',
  definition: { id: 'walks', languages: ['hi'] },
} satisfies CampaignFile

it('sends what is shown', () => {
  expect(JSON.parse(sentText(withDefinition(newDraft(), { id: 'a' })))).toEqual({ id: 'a' })
  expect(sentText(withText(draftOf(STORED, 'file'), 'id: b'))).toBe('id: b')
})

it('forgets what the server said of an earlier text', () => {
  const checked = withCheck(draftOf(STORED), { faults: [], text: 'T', definition: {}, plan: null })
  expect(checked).toMatchObject({ text: 'T', isChanged: false })
  expect(withDefinition(checked, { id: 'b' })).toMatchObject({ check: null, isChanged: true })
})

it('shows the form only of a file that can be read', () => {
  const wrong = withCheck(withText(draftOf(STORED, 'file'), 'id: ['), { faults: [{ line: 1, key: 'the file', message: 'no', remedy: '' }], text: null, definition: null, plan: null })
  expect([turned(wrong, 'form').mode, wrong.definition]).toEqual(['file', STORED.definition])
  const right = withCheck(withText(wrong, 'id: c'), { faults: [], text: 'id: c', definition: { id: 'c' }, plan: null })
  expect(turned(right, 'form')).toMatchObject({ mode: 'form', definition: { id: 'c' } })
})

it('keeps its own text on top of what somebody else stored', () => {
  const mine = { ...withText(draftOf(STORED, 'file'), 'mine'), newer: STORED }
  expect(onTopOf(mine, { ...STORED, definition: { id: 'theirs' }, campaign: { ...STORED.campaign, version: 4 } })).toMatchObject({ version: 4, before: { id: 'theirs' }, text: 'mine', newer: null, isChanged: true })
})
