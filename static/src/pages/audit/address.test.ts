import { expect, it } from 'vitest'

import { auditAddress, parseAudit } from './address'

it('finds in an address what was written into it', () => {
  const query = { actor: '0', action: 'role changed', until: '2026-11-22', cursor: '20261122T080000.000000-ab' }
  const address = auditAddress(query)
  expect(address).toBe('/audit?actor=0&action=role+changed&until=2026-11-22&cursor=20261122T080000.000000-ab')
  expect(parseAudit(address.slice('/audit'.length))).toEqual(query)
})

it('leaves out what is empty or unknown', () => {
  expect(parseAudit('?actor=&colour=red')).toEqual({})
  expect(auditAddress({ actor: '', since: '' })).toBe('/audit')
})
