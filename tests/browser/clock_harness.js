// Runs before the page's own scripts and measures beside them, with other means than the recorder's: when the
// microphone heard a click, by the capture times of the browser's own audio frames; when a picture was shown, by its
// own animation frames. Only when a recording began and ended is told by the page's marks. It turns the camera at the
// clicks to come, through the events of a pointer.
//
// What the browser hands to the page's audio context is counted there by a worklet of its own (clock_tap.js), beside the
// recorder's.
(() => {
  const THRESHOLD = 0.25
  const REFRACTORY = 0.5 // of a second: one click crosses the threshold several times
  const log = { clicks: [], delivered: [], given: [], promptest: Infinity, shown: [] }
  window.clockLog = () => ({ ...log, begun: moments('recording began'), cut: moments('recording ended') })
  const moments = (name) => performance.getEntriesByName(name).map(({ startTime }) => startTime)
  Element.prototype.setPointerCapture = () => undefined // which only real pointers have

  let heard = null // the track that is listened to: the page's latest
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints)
    heard?.stop()
    heard = stream.getAudioTracks()[0].clone()
    Object.assign(log, { clicks: [], delivered: [], given: [], promptest: Infinity })
    void listen(heard)
    return stream
  }

  async function listen(track) {
    // by itself it keeps a tenth of a second, which a busy page is late for
    const reader = new MediaStreamTrackProcessor({ track, maxBufferSize: 3000 }).readable.getReader()
    let quietUntil = 0
    let delivered = 0 // seconds of sound: fewer than have passed where the microphone itself skips a block
    for (;;) {
      const { done, value: audio } = await reader.read()
      if (done || track !== heard) return
      log.promptest = Math.min(log.promptest, performance.now() / 1000 - audio.timestamp / 1e6)
      const samples = new Float32Array(audio.numberOfFrames)
      audio.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
      samples.forEach((sample, index) => {
        const at = audio.timestamp / 1e6 + index / audio.sampleRate // seconds on the audio's own clock
        if (Math.abs(sample) < THRESHOLD || at < quietUntil) return
        log.clicks.push(at)
        log.delivered.push(delivered + index / audio.sampleRate)
        quietUntil = at + REFRACTORY
      })
      delivered += audio.numberOfFrames / audio.sampleRate
      audio.close()
    }
  }

  const createSource = AudioContext.prototype.createMediaStreamSource
  AudioContext.prototype.createMediaStreamSource = function (stream) {
    const source = createSource.call(this, stream)
    void tap(this, source)
    return source
  }

  async function tap(context, source) {
    await context.audioWorklet.addModule('/assets/clock_tap.js')
    const counter = new AudioWorkletNode(context, 'clock-tap', {
      channelCount: 1,
      channelCountMode: 'explicit',
      processorOptions: { threshold: THRESHOLD, refractory: REFRACTORY },
    })
    const { given } = log // the next microphone has its own
    counter.port.onmessage = ({ data }) => given.push({ ...data, at: (data.at - performance.timeOrigin) / 1000 })
    source.connect(counter).connect(context.destination)
  }

  /** Turns the camera so that the picture changes about when the next click is heard. */
  window.jumpAtNextClick = (early) => {
    const last = log.clicks.at(-1)
    const now = performance.now() / 1000 - log.promptest
    const next = last + Math.ceil(now + early + 0.02 - last)
    setTimeout(() => turn(150 + Math.round(Math.random() * 100)), (next - now - early) * 1000)
  }

  function turn(pixels) {
    const viewer = document.querySelector('[data-testid=viewer]')
    const { left, top, width, height } = viewer.getBoundingClientRect()
    const event = (name, x) =>
      viewer.dispatchEvent(
        new PointerEvent(name, { pointerId: 77, button: 0, clientX: left + width / 2 + x, clientY: top + height / 2, bubbles: true }),
      )
    event('pointerdown', 0)
    event('pointermove', pixels)
    event('pointerup', pixels)
  }

  addEventListener('DOMContentLoaded', () => {
    new MutationObserver((changes) => {
      const heading = Number(changes.at(-1).target.dataset.heading)
      requestAnimationFrame((at) => log.shown.push({ at, heading }))
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-heading'] })
  })
})()
