// An audio worklet beside the recorder's, on the same microphone in the same context. Of each click it tells at which
// sample of the context's clock it came, how many samples of sound had come before, and when about that was. All else
// is the silence that the browser puts in where the microphone is behind: what the microphone hears is never silent.
registerProcessor(
  'clock-tap',
  class extends AudioWorkletProcessor {
    constructor({ processorOptions }) {
      super()
      this.threshold = processorOptions.threshold
      this.refractory = processorOptions.refractory * sampleRate
      this.sound = 0
      this.quietUntil = 0
    }

    process([[heard]]) {
      heard?.forEach((sample, index) => {
        const frame = currentFrame + index
        if (Math.abs(sample) >= this.threshold && frame >= this.quietUntil) {
          this.port.postMessage({ seconds: frame / sampleRate, sound: this.sound / sampleRate, at: Date.now() })
          this.quietUntil = frame + this.refractory
        }
        if (sample !== 0) this.sound++
      })
      return true
    }
  },
)
