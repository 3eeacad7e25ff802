import WaveSurfer from 'wavesurfer.js'

import type { Scope } from '../lifecycle/Scope'

const HEIGHT = 64

/** A voice to be seen: its waveform, with a cursor where `audio` is. A click chooses a second of it. */
export class VoiceWaveform {
  readonly audio = new Audio()
  private readonly surfer: WaveSurfer

  /** `onChoose` is called with seconds; the audio is there already. */
  constructor(container: HTMLElement, scope: Scope, onChoose: (position: number) => void = () => undefined) {
    const style = getComputedStyle(container)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    this.surfer = WaveSurfer.create({
      container,
      media: this.audio,
      height: HEIGHT,
      waveColor: colour('--wave'),
      progressColor: colour('--accent'),
      cursorColor: colour('--ink'),
      cursorWidth: 2,
      barWidth: 3,
      barGap: 2,
      barRadius: 3,
      normalize: true,
      dragToSeek: true,
    })
    adoptStyle(container)
    this.surfer.on('interaction', onChoose)
    scope.add(() => this.surfer.destroy())
  }

  /** Resolves when the voice can be played and is drawn; rejects when it cannot be decoded. */
  load(voice: Blob): Promise<void> {
    return this.surfer.loadBlob(voice)
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
