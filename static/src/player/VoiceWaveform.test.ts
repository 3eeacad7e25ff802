import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { WAVEFORM_MARKUP } from './VoiceWaveform'

/** The text that wavesurfer.js makes its shadow tree of, with no nonce and a height in pixels. */
function shadowTree(): string {
  const library = readFileSync(new URL('../../node_modules/wavesurfer.js/dist/wavesurfer.esm.js', import.meta.url), 'utf8')
  const [template = ''] = library.split('innerHTML=`')[1]?.split('`,[') ?? []
  return template.replace(/<style\$.*?>/, '<style>').replace(/\$\{.*?\}/, '64').replaceAll('\\n', '\n')
}

it('lets pass what the waveform writes', () => {
  expect(shadowTree()).toContain('class="canvases"')
  expect(shadowTree()).toMatch(WAVEFORM_MARKUP)
  expect('').toMatch(WAVEFORM_MARKUP)
})

it.each([
  '<img src=x onerror=alert(1)>',
  '<div onclick="alert(1)">',
  '<div class="a" onmouseover="alert(1)"></div>',
  '<div class="a"><script>alert(1)</script></div>',
  '<style></style><svg onload=alert(1)>',
  '<style><!--</style><img src=x onerror=alert(1)>-->',
  '<DIV STYLE="x">',
  'words',
])('refuses %s', (text) => {
  expect(WAVEFORM_MARKUP.test(text)).toBe(false)
})
