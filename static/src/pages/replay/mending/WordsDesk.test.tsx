// @vitest-environment page
import { beforeEach, expect, it, vi } from 'vitest'

import { timedWord } from '../../../../testing/timedWord'
import { eventually, settled } from '../../../../testing/until'
import type { TeamClient } from '../../../api/TeamClient'
import { ApiProblem } from '../../../api/ApiProblem'
import type { WordsVersion } from '../../../api/types'
import { Scope } from '../../../kit/lifecycle/Scope'
import { drawInto } from '../../../kit/view/drawing'
import { PassingTime } from '../../../replay/playback/playback'
import { Replay } from '../../../replay/playback/Replay'
import { ownVoice } from '../../../replay/playback/voiceTrack'
import type { Mended } from './Mending'
import { WordsDesk } from './WordsDesk'

const version = (number: number, state: WordsVersion['state'] = 'aligned'): WordsVersion => ({ version: number, state, engine: 'viterbi', created_at: '2026-01-01T00:00:00Z', made_by: null, restored: null, words: 2, mended: 0, text_changed: false })
const client = {
  correctWords: vi.fn(() => Promise.resolve()),
  wordsVersions: vi.fn(() => Promise.resolve([version(3), version(2, 'failed'), version(1)])),
  restoreWords: vi.fn(() => Promise.resolve()),
}
const changed = vi.fn()

let place: HTMLElement
const shown = (...names: string[]) => names.filter((name) => place.querySelector(`[data-testid=${name}]`))
const click = async (name: string) => {
  place.querySelector<HTMLElement>(`[data-testid=${name}]`)?.click()
  await settled()
}

function open(words: Mended['words'] | null = [timedWord('go', 0, 1)]): void {
  vi.clearAllMocks()
  const scope = new Scope()
  const waveform = { overlay: () => undefined, zoom: () => undefined, reveal: () => undefined }
  const replay = new Replay(new PassingTime(10, null, ownVoice(10)), 10, scope)
  const mended = { instructionId: 4, language: 'en-US', version: 3, words, waveform, replay } as unknown as Mended
  drawInto(place)(<WordsDesk client={client as unknown as TeamClient} scope={scope} mended={mended} changed={changed} />)
}

beforeEach(() => {
  place = document.createElement('div')
  document.body.replaceChildren(place)
})

it('gives way to the correction of words, and comes back; only what was saved is a change', async () => {
  open()
  await click('show-history')
  await click('mend')
  expect(shown('mend', 'show-history', 'history', 'mend-save')).toEqual(['mend-save'])
  await click('mend-cancel')
  expect([shown('mend', 'show-history', 'history', 'mend-save'), changed.mock.calls.length]).toEqual([['mend', 'show-history'], 0])
  await click('mend')
  const word = place.querySelector<HTMLInputElement>('[data-testid=mend-word]')!
  word.value = 'gone'
  word.dispatchEvent(new Event('change'))
  await settled()
  await click('mend-save')
  expect([shown('mend', 'mend-save'), changed.mock.calls.length, client.correctWords.mock.calls.length]).toEqual([['mend'], 1, 1])
})

it('has nothing to correct without words that have times', () => {
  open(null)
  expect(shown('mend', 'show-history')).toEqual(['show-history'])
})

it('shows all versions on request, and makes an older one the newest unless another has come', async () => {
  open()
  await click('show-history')
  await eventually(() => expect(shown('version')).toEqual(['version']))
  const versions = [...place.querySelectorAll('[data-testid=version]')].map((each) => [each.querySelector('strong')?.textContent, each.querySelector('span')?.textContent, each.querySelector('button')?.textContent])
  expect(versions).toEqual([['Version 3, current', 'aligned by viterbi, 2 words', undefined], ['Version 2', 'viterbi failed', undefined], ['Version 1', 'aligned by viterbi, 2 words', 'Restore version 1']])
  client.restoreWords.mockRejectedValueOnce(new ApiProblem(409, 'changed', 'There is another.', 'Look.'))
  await click('restore')
  expect([place.querySelector('.history [role=status]')?.textContent, changed.mock.calls.length]).toEqual(['There is another. Look.', 0])
  await click('restore')
  expect([client.wordsVersions.mock.calls, client.restoreWords.mock.calls, changed.mock.calls.length]).toEqual([[[4]], [[4, 1, 3], [4, 1, 3]], 1])
  await click('show-history')
  expect(shown('history')).toEqual([])
})
