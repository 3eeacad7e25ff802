// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import { kindMessage } from './kindMessages'
import { listed, openMessages, t } from './messages'
import { openStaffMessages, say } from './staffMessages'

const LEFT = 'Looked last at {{time}}.'.replace('{{time}}', '12:00')
const choose = (language: string) => localStorage.setItem('pangea-interface-language', language)
beforeEach(() => localStorage.clear())

it('speaks English from left to right at first', async () => {
  await openMessages()
  expect([document.documentElement.lang, document.documentElement.dir, listed(['a', 'b']), t('empty.looked', { time: '12:00' })]).toEqual(['en', 'ltr', 'a, b', LEFT])
  expect([say('{{n}} annotations.', { count: 1 }), say('{{n}} annotations.', { count: 12345 }), say('Never {{written}}: a.b', { written: 'yet' })]).toEqual(['1 annotation.', '12,345 annotations.', 'Never yet: a.b'])
  expect([kindMessage('find', 'title'), kindMessage('find', 'no.such'), kindMessage('door_count', 'title')]).toEqual(['Search', null, null])
})

it('speaks Urdu from right to left, with each value in its own direction', async () => {
  choose('ur')
  await openMessages()
  expect([document.documentElement.lang, document.documentElement.dir, listed(['a', 'b'])]).toEqual(['ur', 'rtl', 'a، b'])
  expect(t('empty.looked', { time: '12:00' })).toContain('\u206812:00\u2069')
})

it('counts as readers of Hindi do, and has the team’s words as well', async () => {
  choose('hi')
  await openStaffMessages()
  expect([say('{{n}} annotations.', { count: 1234567 }), say('Kind')]).toEqual([expect.stringContaining('12,34,567'), expect.stringMatching(/[\u0900-\u097f]/)])
})
