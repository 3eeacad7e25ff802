// @vitest-environment page
import { expect, it, vi } from 'vitest'

import { settled } from '../../../../testing/until'
import { ApiProblem } from '../../../api/ApiProblem'
import type { WordsVersion } from '../../../api/types'
import { drawInto } from '../../../kit/view/drawing'
import { History, whatHappened } from './History'

const ALIGNED: WordsVersion = {
  version: 1,
  state: 'aligned',
  engine: 'viterbi',
  created_at: '2026-01-01T00:00:00Z',
  made_by: null,
  restored: null,
  words: 12,
  mended: 0,
  text_changed: false,
}

it.each([
  [{}, 'aligned by viterbi, 12 words'],
  [{ made_by: 4, mended: 2, text_changed: true }, 'by person 4, 2 of 12 words corrected, transcript changed'],
  [{ made_by: 4, restored: 1 }, 'by person 4, version 1 restored'],
  [{ made_by: 0, mended: 1 }, 'from a file, 1 of 12 words corrected'],
  [{ mended: 1 }, 'from a file or the aligner, 1 of 12 words corrected'],
  [{ state: 'failed' as const, words: 0 }, 'viterbi failed'],
  [{ state: 'outdated' as const, words: 0 }, 'the Guide corrected the transcript'],
])('%o is told as “%s”', (change, told) => {
  expect(whatHappened({ ...ALIGNED, ...change })).toBe(told)
})

it('restores an older version that is aligned, on top of the newest, and says where that fails', async () => {
  const known: WordsVersion[] = [{ ...ALIGNED, version: 3 }, { ...ALIGNED, version: 2, state: 'failed' }, ALIGNED]
  const restoreWords = vi.fn<(id: number, version: number, newest: number) => Promise<never>>().mockRejectedValueOnce(new ApiProblem(409, 'changed', 'Changed meanwhile.', 'Look.'))
  const restored = vi.fn()
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  drawInto(place)(<History client={{ wordsVersions: () => Promise.resolve(known), restoreWords }} instructionId={5} restored={restored} />)
  await vi.waitFor(() => expect(place.querySelectorAll('li')).toHaveLength(3))
  expect([...place.querySelectorAll('li')].map((each) => [each.querySelector('strong')?.textContent, each.querySelector('button')?.textContent])).toEqual([
    ['Version 3, current', undefined],
    ['Version 2', undefined],
    ['Version 1', 'Restore version 1'],
  ])
  const restore = async () => {
    place.querySelector<HTMLElement>('[data-testid=restore]')?.click()
    await settled()
  }
  await restore()
  expect([place.querySelector('[role=status]')?.textContent, restored.mock.calls.length]).toEqual(['Changed meanwhile. Look.', 0])
  await restore()
  expect([restoreWords.mock.calls, restored.mock.calls.length]).toEqual([[[5, 1, 3], [5, 1, 3]], 1])
})
