import WaveSurfer from 'wavesurfer.js'
import RegionsPlugin from 'wavesurfer.js/dist/plugins/regions.js'

import { trustOnly } from '../kit/dom/trustedTypes'
import type { Scope } from '../kit/lifecycle/Scope'
import type { Silence } from './silences'

const WAVEFORM_HEIGHT = 64

/** The shadow tree that wavesurfer.js writes as text: nothing, or a style sheet and boxes that have only class names. */
export const WAVEFORM_MARKUP = /^\s*(?:<style>[^<]*<\/style>\s*)?(?:(?:<div(?: (?:class|part)="[a-z ]*")*>|<\/div>)\s*)*$/

trustOnly({ markup: WAVEFORM_MARKUP })

/** Which part of the whole waveform is on the screen; pixels. */
export interface WaveformView {
  readonly left: number
  readonly width: number
}

/** A voice as a waveform, with a cursor at the position of `audio`. A click chooses a second of it. */
export class VoiceWaveform {
  private readonly surfer: WaveSurfer
  private readonly regions = RegionsPlugin.create()
  private readonly markColour: string

  /** `audio` plays the voice; `onChoose` is called with seconds, after the audio has gone there. */
  constructor(
    private readonly container: HTMLElement,
    scope: Scope,
    readonly audio: HTMLAudioElement = new Audio(),
    onChoose: (position: number) => void = () => undefined,
  ) {
    const style = getComputedStyle(container)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    this.markColour = colour('--wave-silent')
    this.surfer = WaveSurfer.create({
      container,
      media: this.audio,
      height: WAVEFORM_HEIGHT,
      waveColor: colour('--wave'),
      progressColor: colour('--accent'),
      cursorColor: colour('--ink'),
      cursorWidth: 2,
      barWidth: 3,
      barGap: 2,
      barRadius: 3,
      normalize: true,
      dragToSeek: true,
      plugins: [this.regions],
    })
    adoptStyle(container)
    this.surfer.on('interaction', onChoose)
    scope.add(() => this.surfer.destroy())
  }

  /** Resolves when the voice can be played and is drawn; rejects when it cannot be decoded. */
  load(voice: Blob): Promise<void> {
    return this.surfer.loadBlob(voice)
  }

  /** The samples of the first channel, in [-1, 1], once loaded; at a rate of their own. */
  get samples(): { samples: Float32Array; sampleRate: number } | null {
    const decoded = this.surfer.getDecodedData()
    return decoded && { samples: decoded.getChannelData(0), sampleRate: decoded.sampleRate }
  }

  /** Shows `magnification` times less of the voice at once; 1 is all of it. */
  zoom(magnification: number): void {
    const whole = this.surfer.getWidth() / (this.audio.duration || 1)
    this.surfer.zoom(magnification > 1 ? whole * magnification : 0)
    const scroller = this.surfer.getWrapper().parentElement
    if (scroller) scroller.tabIndex = magnification > 1 ? 0 : -1 // Makes the scrolled part reachable by keyboard.
  }

  /** Brings a second of a magnified voice to the left edge. */
  reveal(time: number): void {
    this.surfer.setScrollTime(Math.max(0, time))
  }

  /** Lays an element over the waveform until `scope` ends; `follow` is told which part of it is shown. */
  overlay(element: HTMLElement, scope: Scope, follow: (view: WaveformView) => void): void {
    const tell = () => follow({ left: this.surfer.getScroll(), width: this.surfer.getWrapper().clientWidth })
    const stops = (['scroll', 'zoom', 'redraw', 'redrawcomplete'] as const).map((event) => this.surfer.on(event, tell))
    this.container.append(element)
    scope.add(() => {
      for (const stop of stops) stop()
      element.remove()
    })
    tell()
  }

  /** Marks parts of the voice, each with a word that says what it is. */
  mark(stretches: readonly Silence[], label: string): void {
    this.regions.clearRegions()
    for (const { start, end } of stretches) {
      this.regions.addRegion({ start, end, color: this.markColour, drag: false, resize: false })
    }
    for (const region of this.regions.getRegions()) region.element?.setAttribute('title', label)
  }
}

/** The content security policy refuses a style element in the waveform's shadow tree, but not a constructed sheet. */
function adoptStyle(container: HTMLElement): void {
  const root = container.firstElementChild?.shadowRoot
  const style = root?.querySelector('style')
  if (!root || !style) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style.textContent)
  root.adoptedStyleSheets = [sheet]
}
