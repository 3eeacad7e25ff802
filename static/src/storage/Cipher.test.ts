import { Cipher } from './IndexedDbStore'
import { expect, it } from 'vitest'


const KEY = btoa('k'.repeat(32))
const OTHER = btoa('o'.repeat(32))
const VOICE = new TextEncoder().encode('turn left behind the sofa')

it('gives back what it locked, in a page that was opened again too', async () => {
  const locked = await (await Cipher.open(KEY)).lock('attempt 0', VOICE)
  expect(await (await Cipher.open(KEY)).unlock('attempt 0', locked)).toEqual(VOICE)
})

it('says nothing to who has not the key, or to whom it was changed for', async () => {
  const cipher = await Cipher.open(KEY)
  const { nonce, ciphertext } = await cipher.lock('attempt 0', VOICE)
  expect(Buffer.from(ciphertext).includes('sofa')).toBe(false)
  const changed = ciphertext.slice()
  new Uint8Array(changed)[3]! ^= 1
  await expect((await Cipher.open(OTHER)).unlock('attempt 0', { nonce, ciphertext })).rejects.toThrow()
  await expect(cipher.unlock('attempt 1', { nonce, ciphertext })).rejects.toThrow()
  await expect(cipher.unlock('attempt 0', { nonce, ciphertext: changed })).rejects.toThrow()
})

it('never uses a nonce again, nor gives the same bytes twice for what is written anew', async () => {
  const cipher = await Cipher.open(KEY)
  const locked = await Promise.all(Array.from({ length: 500 }, () => cipher.lock('attempt 0', VOICE)))
  expect(new Set(locked.map(({ nonce }) => nonce.toString())).size).toBe(500)
  expect(new Set(locked.map(({ ciphertext }) => new Uint8Array(ciphertext).toString())).size).toBe(500)
})
