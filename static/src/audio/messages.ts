/** What the worklet tells the page: the microphone's next samples. */
export interface Block {
  /** The first sample's number, as the audio context counts. */
  frame: number
  samples: Int16Array<ArrayBuffer>
  /** When the last one came, in milliseconds since 1970. */
  at: number
}
