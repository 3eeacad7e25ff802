import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import { VoiceWaveform } from '../player/VoiceWaveform'
import type { Part } from './sources'

export interface Voice {
  readonly element: HTMLElement
  readonly waveform: VoiceWaveform
}

/** Draws a recording as its waveform; `mount` is in the document, and keeps it until it has its place. */
export async function loadVoice(
  recording: Part<Blob>,
  scope: Scope,
  mount: HTMLElement,
  onChoose: (position: number) => void,
): Promise<Part<Voice>> {
  if ('problem' in recording) return recording
  const element = html('div', { class: 'voice', role: 'group', 'aria-label': 'Waveform', 'data-testid': 'waveform' })
  mount.append(element)
  const waveform = new VoiceWaveform(element, scope, onChoose)
  scope.add(() => waveform.audio.pause())
  try {
    await waveform.load(recording.value)
    return { value: { element, waveform } }
  } catch {
    return { problem: 'This browser cannot decode its file.' }
  }
}
