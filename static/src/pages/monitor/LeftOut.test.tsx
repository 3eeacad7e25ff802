// @vitest-environment page
import { expect, it } from 'vitest'

import { drawInto } from '../../kit/view/drawing'
import { LeftOut } from './LeftOut'

function line(counts: Record<string, number>): HTMLElement {
  const place = document.createElement('div')
  drawInto(place)(<LeftOut counts={counts} filters={{ language: 'hi-IN', population: 'accepted' }} measure="spl" />)
  return place
}

it('says nothing where everything is counted', () => {
  expect(line({}).textContent).toBe('')
})

it('counts each reason in the order of the rule', () => {
  expect(line({ learning: 1280, rejected: 3, words_gone: 1 }).textContent).toBe('Not counted here: rejected 3 · learning periods 1,280 · after words that were withdrawn 1')
})

it('leads to the annotations of each reason, and to none of which no list has them', () => {
  const links = [...line({ check_item: 2, pending: 5, words_gone: 1 }).querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['check items 2', '?language=hi-IN&left_out=check_item&population=all&measure=spl#annotations'],
    ['not accepted by a reviewer 5', '?language=hi-IN&population=data&measure=spl#annotations'],
  ])
})
