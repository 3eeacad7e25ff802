import { expect, it } from 'vitest'

import { pack, unpack } from './packets'

it('brings packets over a text', () => {
  const packets = [Uint8Array.of(0, 255, 7), new Uint8Array(1275).fill(9), Uint8Array.of(1)]
  expect(unpack(pack(packets))).toEqual(packets)
})

it.each(['', '%', btoa('\x00'), btoa('\x00\x00'), btoa('\x00\x02a'), btoa('\xff\xff'.padEnd(70_000, 'a')), btoa('\x00\x01a'.repeat(7))])('refuses what is none', (text) => {
  expect(unpack(text)).toBeNull()
})
