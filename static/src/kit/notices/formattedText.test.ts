// @vitest-environment page
import { expect, it } from 'vitest'

import { html } from '../dom/html'
import { formattedText } from './formattedText'

type Node = Parameters<typeof formattedText>[0][number]

const node = (element: Node['element'], parts: Partial<Node> = {}): Node => ({ element, text: '', address: '', captions: [], children: [], ...parts })
const text = (words: string): Node => node('text', { text: words })
const shown = (...body: Node[]) => html('div', {}, ...formattedText(body))

it('opens a link in a tab that learns nothing about this page', () => {
  const link = shown(node('a', { address: 'https://example.org/a', children: [text('a paper')] })).querySelector('a')
  expect(link?.href).toBe('https://example.org/a')
  expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer'])
  expect(link?.textContent).toContain('a paper')
})

it.each(['javascript:alert(1)', 'http://example.org', '//example.org', 'data:text/html,x'])('shows only the words of a link to %s', (address) => {
  const body = shown(node('a', { address, children: [text('here')] }))
  expect(body.querySelector('a')).toBeNull()
  expect(body.textContent).toBe('here')
})

it('shows a picture with its description, and a film with captions, the first of which are on', () => {
  const captions = [{ address: '/api/v1/a', language: 'hi' }, { address: '/api/v1/b', language: 'te' }, { address: 'https://evil.example/c', language: 'en' }]
  const body = shown(node('img', { address: '/api/v1/p', text: 'a sofa' }), node('video', { address: '/api/v1/f', text: 'a walk', captions }))
  expect(body.querySelector('img')?.alt).toBe('a sofa')
  const film = body.querySelector('video')
  expect([film?.hasAttribute('controls'), film?.getAttribute('aria-label')]).toEqual([true, 'a walk'])
  const tracks = [...body.querySelectorAll('track')].map((track) => [track.getAttribute('srclang'), track.hasAttribute('default')])
  expect(tracks).toEqual([['hi', true], ['te', false]])
})

it.each(['https://evil.example/x.png', '//evil.example/x.png', '/\\evil.example/x.png', 'x.png', 'javascript:alert(1)'])('loads no picture or film from %s', (address) => {
  const body = shown(node('img', { address, text: 'a sofa' }), node('video', { address, text: ' a walk' }))
  expect(body.querySelector('img, video')).toBeNull()
  expect(body.textContent).toBe('a sofa a walk')
})
