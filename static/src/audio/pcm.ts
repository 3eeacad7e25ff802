const HIGHEST_SAMPLE = 0x7fff
const LOWEST_SAMPLE = -0x8000

/** One sample in [-1, 1] as 16-bit PCM. */
export function toInt16(sample: number): number {
  return Math.round(Math.min(HIGHEST_SAMPLE, Math.max(LOWEST_SAMPLE, sample * 0x8000)))
}

/** A WAV file of 16-bit mono PCM; a blob among the samples has some, too. */
export function wavBlob(samples: readonly (Int16Array<ArrayBuffer> | Blob)[], sampleRate: number): Blob {
  const bytes = samples.reduce((total, part) => total + (part instanceof Blob ? part.size : part.byteLength), 0)
  return new Blob([wavHeader(bytes, sampleRate), ...samples], { type: 'audio/wav' })
}

function wavHeader(bytes: number, sampleRate: number): ArrayBuffer {
  const header = new DataView(new ArrayBuffer(44))
  const text = (offset: number, value: string) =>
    new TextEncoder().encode(value).forEach((byte, index) => header.setUint8(offset + index, byte))
  text(0, 'RIFF')
  header.setUint32(4, 36 + bytes, true)
  text(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, sampleRate, true)
  header.setUint32(28, sampleRate * 2, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  text(36, 'data')
  header.setUint32(40, bytes, true)
  return header.buffer
}

/** What the worklet tells the page: the microphone's next samples. */
export interface Block {
  /** The first sample's number, as the audio context counts. */
  frame: number
  samples: Int16Array<ArrayBuffer>
  /** When the last one came, in milliseconds since 1970. */
  at: number
}
