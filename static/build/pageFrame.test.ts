import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { framed } from './pageFrame.ts'

const page = (name: string) => framed(readFileSync(new URL(`../${name}.html`, import.meta.url), 'utf8'))

it.each(['monitor', 'review', 'replay', 'audit'])('leads from the page %s of the data team to the help pages', (name) => {
  expect(page(name)).toContain('href="/help/"')
})

it.each(['guide', 'follower', 'task', 'me', 'missing'])('leaves the page %s as it is', (name) => {
  expect(page(name)).not.toContain('/help/')
})

it('gives annotators dark pages at once, and the data team those of the device', () => {
  expect(page('guide')).toContain('<html lang="en" class="dark">')
  expect(page('monitor')).toContain('<html lang="en">')
})

it('puts the frame around the title and the script', () => {
  expect(page('me')).toMatch(/<head>.*<title>[^<]+<\/title>\s+<script type="module" src="[^"]+"><\/script>\s+<\/head>/s)
})
