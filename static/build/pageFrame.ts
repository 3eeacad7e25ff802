import { readFileSync } from 'node:fs'

import type { Plugin } from 'vite'

const FRAME = readFileSync(new URL('page.html', import.meta.url), 'utf8')
const PLACE = '<!-- title and script -->'
const FOOTER = '<!-- footer -->'
const HELP = '<footer class="page-foot"><a href="/help/" data-testid="help">Help</a></footer>'
/** What the file of a page of the data team says about itself. */
const STAFF = '<meta name="audience" content="staff" />'

/** Annotators' pages are dark before any script has run, so that none of them flashes. */
const DARK = ' class="dark"'

/** Puts the frame that all pages share around each page, whose own file holds its title and its script. Pages of the data team link to the help pages. */
export function pageFrame(): Plugin {
  return {
    name: 'page-frame',
    transformIndexHtml: { order: 'pre', handler: framed },
  }
}

export function framed(page: string): string {
  const head = page.trim().replaceAll('\n', '\n    ')
  const isStaff = page.includes(STAFF)
  return (isStaff ? FRAME.replace(DARK, '') : FRAME).replace(PLACE, () => head).replace(FOOTER, isStaff ? HELP : '')
}
