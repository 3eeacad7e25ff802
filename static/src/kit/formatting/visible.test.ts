import { expect, test } from 'vitest'
import cases from '../../../../tests/data/visible_text.json'
import { isVisible } from './visible'

// The server's rule is tested with the same cases (tests/server/test_visible_text.py).
test.each(Object.entries(cases.unseen))('%s cannot be seen', (_, text) => {
  expect(isVisible(text)).toBe(false)
})

test.each(Object.entries(cases.seen))('%s can be seen', (_, text) => {
  expect(isVisible(text)).toBe(true)
})
