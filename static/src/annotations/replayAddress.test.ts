import { expect, it } from 'vitest'

import { dialogueUrl, parseDialogueAddress, parseReplayAddress, replayQuery, replayUrl } from './replayAddress'

it('reads what it writes', () => {
  const address = { kind: 'guide', annotationId: 12, moment: 12.3 } as const
  expect(replayQuery(address)).toBe('?kind=guide&id=12&t=12.30')
  expect(parseReplayAddress(replayQuery(address))).toEqual(address)
  expect(parseReplayAddress('?kind=follower&id=3')).toEqual({ kind: 'follower', annotationId: 3, moment: null })
})

it('takes time 0 for a time and nonsense for none', () => {
  expect(parseReplayAddress('?kind=guide&id=1&t=0')?.moment).toBe(0)
  expect(parseReplayAddress('?kind=guide&id=1&t=soon')?.moment).toBeNull()
})

it('knows when no annotation is named', () => {
  const longest = '9'.repeat(15)
  for (const search of ['', '?kind=guide', '?kind=No-kind&id=1', '?kind=guide&id=x', '?kind=guide&id=-1', `?kind=guide&id=${longest}9`]) {
    expect(parseReplayAddress(search)).toBeNull()
  }
  expect(parseReplayAddress(`?kind=guide&id=${longest}`)?.annotationId).toBe(Number(longest))
})

it('links to the replay', () => {
  expect(replayUrl('follower', 12)).toBe('/replay?kind=follower&id=12')
})

it('names a dialogue by its pairing, and a moment of it', () => {
  expect(dialogueUrl({ pairingId: 'a&b', moment: 12.3 })).toBe('/dialogue?id=a%26b&t=12.30')
  expect(parseDialogueAddress('?id=a%26b&t=12.30')).toEqual({ pairingId: 'a&b', moment: 12.3 })
  expect([parseDialogueAddress('?id=p')?.moment, parseDialogueAddress('?t=3')]).toEqual([null, null])
})
