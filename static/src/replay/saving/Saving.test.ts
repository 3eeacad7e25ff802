// @vitest-environment page
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { settled } from '../../../testing/until'
import { Emitter } from '../../kit/lifecycle/Emitter'
import { Scope } from '../../kit/lifecycle/Scope'
import type { Replay } from '../playback/Replay'
import { LONGEST_FILM_SECONDS, type Saved, Saving } from './Saving'

interface Made {
  type: string | null
  films: { type: string; sound: unknown; ended: number }[]
  files: string[]
  titles: string[]
}

const made = vi.hoisted((): Made => ({ type: 'video/webm', films: [], files: [], titles: [] }))

vi.mock('./Film', () => ({
  filmType: () => made.type,
  Sound: class {
    constructor(readonly samples: unknown) {}
  },
  Film: class {
    ended = 0
    constructor(_scope: unknown, _canvas: unknown, readonly type: string, readonly sound: unknown) {
      made.films.push(this)
    }
    end() {
      this.ended++
      return Promise.resolve(new Blob(['film']))
    }
  },
}))
vi.mock('./drawFrame', () => ({
  FILM_PIXELS: { width: 16, height: 9 },
  drawFrame: (_context: unknown, _shots: unknown, spoken: () => { title: string; current: number }, then: () => void) => {
    made.titles.push(`${spoken().title} (${spoken().current})`)
    then()
  },
}))
vi.mock('../../kit/dom/download', () => ({ download: (_scope: unknown, _file: Blob, name: string) => made.files.push(name) }))

class TestReplay extends Emitter<{ time: number; playing: boolean }> {
  time = 12.34
  playing = false
  rate = 2
  toggle() {
    this.playing = !this.playing
    this.emit('playing', this.playing)
  }
  setRate(rate: number) {
    this.rate = rate
  }
  go(time: number) {
    this.time = time
    this.emit('time', time)
  }
}

let scope: Scope
let replay: TestReplay
let heard: [number, number][]
let saving: Saving

beforeEach(() => {
  Object.assign(made, { type: 'video/webm', films: [], files: [], titles: [] })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['picture'])))
  scope = new Scope()
  replay = new TestReplay()
  heard = []
  const saved: Saved = {
    ...{ name: 'Guide 12', replay: replay as unknown as Replay, words: ['Go', 'left'], shots: () => [], spokenAt: (time) => Math.floor(time) },
    heard: (from, seconds) => {
      heard.push([from, seconds])
      return null
    },
  }
  saving = new Saving(scope, saved)
})
afterEach(() => scope.dispose())

it('saves the moment as a picture, by its name and second', () => {
  replay.go(12.34)
  saving.savePicture()
  expect([made.files, made.titles]).toEqual([['guide-12-12.3s.png'], ['Guide 12 · 0:12.3 (12)']])
})

it('films from the moment that is shown, at normal speed, with its voice, until it is ended', async () => {
  saving.turn()
  expect([saving.filming, replay.playing, replay.rate, heard, made.films.map(({ type, sound }) => [type, sound])]).toEqual([true, true, 1, [[12.34, 60]], [['video/webm', null]]])
  replay.go(15.34)
  expect([saving.status, made.titles.at(-1)]).toEqual(['0:03.0 of at most 1:00.0', 'Guide 12 · 0:15.3 (15)'])
  saving.turn()
  saving.turn() // a late press
  expect([saving.filming, replay.playing]).toEqual([false, false])
  await settled()
  expect([made.files, saving.status, made.films.map(({ ended }) => ended)]).toEqual([['guide-12-12.3s.webm'], 'The video is saved.', [1]])
  saving.turn()
  expect(made.films.length).toBe(2)
})

it.each([
  ['after a minute', () => replay.go(12.34 + LONGEST_FILM_SECONDS)],
  ['before its beginning', () => replay.go(12)],
  ['when the replay rests', () => replay.toggle()],
])('ends a film %s', (_, act) => {
  saving.turn()
  replay.go(12.34 + LONGEST_FILM_SECONDS - 0.1)
  expect(saving.filming).toBe(true)
  act()
  expect([saving.filming, replay.playing, made.films[0]?.ended]).toEqual([false, false, 1])
})

it('says where a browser can make no film', () => {
  made.type = null
  saving.turn()
  expect([saving.filming, replay.playing, saving.status]).toEqual([false, false, 'This browser cannot make WebM; use a recent Chrome, Edge or Firefox.'])
})

it('ends a film with the page', () => {
  saving.turn()
  scope.dispose()
  expect(made.films[0]?.ended).toBe(1)
})
