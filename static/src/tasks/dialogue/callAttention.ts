import type { Scope } from '../../kit/lifecycle/Scope'

/** Two tones, the second higher: hertz, and seconds after which each begins. */
const TONES = [[660, 0], [880, 0.18]] as const
const TONE_SECONDS = 0.16
const LOUDNESS = 0.2
const SHOWN_SECONDS = 8

/** Plays two tones, and says it in the title of the tab until the person looks at it. */
export function callAttention(scope: Scope, words: string): void {
  try {
    playTones(scope)
  } catch {
    // Where nothing can be played, the title says it.
  }
  const before = document.title
  document.title = words
  const restore = (): void => {
    if (document.title === words) document.title = before
  }
  scope.add(restore)
  if (!document.hidden) scope.timeout(SHOWN_SECONDS, restore)
  scope.listen(document, 'visibilitychange', () => document.hidden || restore())
}

function playTones(scope: Scope): void {
  const audio = new AudioContext()
  for (const [frequency, delay] of TONES) {
    const [tone, gain] = [new OscillatorNode(audio, { frequency }), new GainNode(audio, { gain: LOUDNESS })]
    tone.connect(gain).connect(audio.destination)
    tone.start(audio.currentTime + delay)
    tone.stop(audio.currentTime + delay + TONE_SECONDS)
  }
  scope.timeout(2, () => void audio.close())
}
