import { readFileSync } from 'node:fs'

import type { Plugin } from 'vite'

const FRAME = readFileSync(new URL('page.html', import.meta.url), 'utf8')
const PLACE = '<!-- title and script -->'
const FOOTER = '<!-- footer -->'
const HELP = '<footer class="page-foot"><a href="/help/" data-testid="help">Help</a></footer>'
const STAFF = ['/monitor.html', '/replay.html', '/review.html', '/audit.html']

/** Puts what all pages share around each: their own files hold a title and a script. Pages of the data team lead to the help pages. */
export function pageFrame(): Plugin {
  return {
    name: 'page-frame',
    transformIndexHtml: {
      order: 'pre',
      handler: (page, { path }) =>
        FRAME.replace(PLACE, () => page.trim().replace('\n', '\n    ')).replace(FOOTER, STAFF.includes(path) ? HELP : ''),
    },
  }
}
