import { afterEach, expect, it, vi } from 'vitest'

import { beginOidc, ourPage, returnFromOidc } from './oidc'

const assign = vi.fn<(address: URL) => void>()

function browser(search = '') {
  const kept = new Map<string, string>()
  vi.stubGlobal('location', { origin: 'https://pangea.example', pathname: '/account', search, assign })
  vi.stubGlobal('history', { replaceState: vi.fn() })
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
}

afterEach(() => void vi.unstubAllGlobals())

it('leaves for the provider with the SHA-256 of a verifier, and comes back with the verifier', async () => {
  browser()
  await beginOidc({ authorization_endpoint: 'https://id.example/authorize?tenant=7', client_id: 'pangea' }, { link: 'l', back: '/guide' })
  const [address] = assign.mock.lastCall ?? []
  const sent = address?.searchParams ?? new URLSearchParams()
  expect(sent.get('tenant')).toBe('7')
  expect(sent.get('code_challenge_method')).toBe('S256')
  location.search = `?code=c0de&state=${sent.get('state') ?? ''}`
  const proof = returnFromOidc()
  expect([proof?.link, proof?.back, proof?.code?.code]).toEqual(['l', '/guide', 'c0de'])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proof?.code?.code_verifier))
  expect(sent.get('code_challenge')).toBe(Buffer.from(digest).toString('base64url'))
  expect(sent.get('nonce')).toBe(sent.get('code_challenge'))
  expect(returnFromOidc()).toBeNull()
})

it('takes no code that it did not ask for', async () => {
  browser()
  await beginOidc({ authorization_endpoint: 'https://id.example/', client_id: 'pangea' }, { link: null, back: '/guide' })
  location.search = '?code=c0de&state=another'
  expect(returnFromOidc()).toBeNull()
})

it('sends nobody to another site', () => {
  browser()
  expect(ourPage('/guide?x=1')).toBe('/guide?x=1')
  expect(['https://evil.example/', '//evil.example/guide', 'javascript:alert(1)'].map(ourPage)).toEqual(Array(3).fill('/account'))
})
