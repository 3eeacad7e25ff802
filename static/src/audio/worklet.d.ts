/** What an AudioWorklet's global scope offers; the DOM's types leave it out. */

declare const currentFrame: number

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
  abstract process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean
}

declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
