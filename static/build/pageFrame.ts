import { readFileSync } from 'node:fs'

import type { Plugin } from 'vite'

const FRAME = readFileSync(new URL('page.html', import.meta.url), 'utf8')
const PLACE = '<!-- title and script -->'

/** Puts what all pages share around each: their own files hold a title and a script. */
export function pageFrame(): Plugin {
  return {
    name: 'page-frame',
    transformIndexHtml: { order: 'pre', handler: (page) => FRAME.replace(PLACE, () => page.trim().replace('\n', '\n    ')) },
  }
}
