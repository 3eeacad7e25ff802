// @vitest-environment page
import { beforeEach, expect, it } from 'vitest'

import type { SpeechView } from '../../api/types'
import { settled } from '../../../testing/until'
import { t } from '../../kit/messages/messages'
import { drawInto } from '../../kit/view/drawing'
import { Speech } from './Speech'

/** Stores what it is given, as the server does, unless it is told to refuse. */
class Server {
  refuses = false
  readonly said: SpeechView[] = []

  saySpeech(said: SpeechView): Promise<SpeechView> {
    if (this.refuses) return Promise.reject(new Error('You have not agreed yet.'))
    this.said.push(said)
    return Promise.resolve(said)
  }
}

let place: HTMLElement
let server: Server
const show = (...speech: SpeechView[]) => drawInto(place)(<Speech client={server} speech={speech} />)
const find = (name: string) => place.querySelector<HTMLInputElement & HTMLButtonElement>(`[data-testid=${name}]`)!
const type = async (name: string, words: string) => {
  const field = find(name)
  field.value = words
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await settled()
}
const click = async (name: string) => {
  find(name).click()
  await settled()
}

beforeEach(() => {
  server = new Server()
  place = document.createElement('div')
  document.body.replaceChildren(place)
  document.documentElement.lang = 'en'
})

it('sends nothing before the person agrees', async () => {
  show({ language: 'te-IN', dialect: '', region: '' })
  await type('dialect-te-IN', 'తెలంగాణ')
  expect(find('speech-save-te-IN').disabled).toBe(true)
  await click('speech-agreed-te-IN')
  await click('speech-save-te-IN')
  expect(server.said).toEqual([{ language: 'te-IN', dialect: 'తెలంగాణ', region: '' }])
  // What is said next is agreed to anew.
  expect([find('speech-agreed-te-IN').checked, find('speech-news-te-IN').textContent, find('speech-remove-te-IN').hidden]).toEqual([false, t('work.speech.saved'), false])
})

it('suggests dialects of the language, and takes any words', () => {
  show({ language: 'te-IN', dialect: '', region: '' }, { language: 'fr-FR', dialect: '', region: '' })
  const options = [...place.querySelectorAll('#dialect-te-IN-options option')].map((option) => option.getAttribute('value'))
  expect(options).toContain('రాయలసీమ')
  expect(place.querySelectorAll('#dialect-fr-FR-options option')).toHaveLength(0)
})

it('removes what was said without asking for anything', async () => {
  show({ language: 'en-IN', dialect: 'Indian English', region: 'Warangal' })
  await click('speech-remove-en-IN')
  expect(server.said).toEqual([{ language: 'en-IN', dialect: '', region: '' }])
  expect([find('region-en-IN').value, find('speech-remove-en-IN').hidden]).toEqual(['', true])
})

it('keeps the words where they could not be stored, and says why', async () => {
  server.refuses = true
  show({ language: 'en-IN', dialect: '', region: '' })
  await type('region-en-IN', 'Warangal')
  await click('speech-agreed-en-IN')
  await click('speech-save-en-IN')
  expect(find('speech-news-en-IN').textContent).toContain('not agreed')
  expect(find('region-en-IN').value).toBe('Warangal')
})

it('asks nobody who has no language here', () => {
  show()
  expect(place.textContent).toBe('')
})
