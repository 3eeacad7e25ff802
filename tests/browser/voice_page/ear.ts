import tapUrl from './tap.worklet.ts?worker&url'

export interface Ear {
  node: AudioNode
  /** When each burst of sound began. */
  bursts: number[]
}

const CLOCK_WINDOW = 250

/**
 * Notes when bursts pass. Each block tells which sample it ends with and when about it came; the least delayed of the last
 * blocks says when a sample was due, as the recorder's `FrameClock` does.
 */
export async function listenTo(context: BaseAudioContext, bursts: number[] = []): Promise<Ear> {
  await context.audioWorklet.addModule(tapUrl)
  const node = new AudioWorkletNode(context, 'tap', { channelCount: 1, channelCountMode: 'explicit' })
  node.connect(context.destination)
  const lags: number[] = []
  node.port.onmessage = ({ data }: MessageEvent<{ end: number; at: number; begins: number[] }>) => {
    lags.push(data.at - (data.end * 1000) / context.sampleRate)
    if (lags.length > CLOCK_WINDOW) lags.shift()
    const lag = Math.min(...lags)
    bursts.push(...data.begins.map((frame) => lag + (frame * 1000) / context.sampleRate))
  }
  return { node, bursts }
}
