import type { AnnotationView, PoseTraceView, ScanView } from '../api/types'
import type { VoiceWaveform } from '../player/VoiceWaveform'
import { html } from '../kit/dom/html'
import { isWalkKind, kindName } from '../annotations/kinds'
import type { Scope } from '../kit/lifecycle/Scope'
import { heardStretches } from './heardStretches'
import type { PictureOptions } from './CameraView'
import { loadVoice, type Voice } from './loadVoice'
import { type Heard, Picture } from './Picture'
import { PassingTime, type TimeSource, VoiceTime } from './playback'
import { Replay } from './Replay'
import { heardSamples, type Samples } from './saving/heardSamples'
import { SavePanel } from './saving/SavePanel'
import { listenForKeys } from './shortcuts'
import { type Part, type Sources, valueOf } from './sources'
import { Timeline } from './Timeline'
import { SpokenWords } from './spokenWords'
import { timedWords } from './timedWords'
import { Transport } from './Transport'
import { heardVoice, ownVoice, type VoiceTrack } from './voiceTrack'
import { Words } from './Words'
import { wordsPanel } from './wordsPanel'

export interface PlayerOptions extends PictureOptions {
  /** In the document; keeps the voice until it has its place. */
  readonly mount: HTMLElement
}

/** Picture, voice and words of one annotation, in step. Parts that are missing say so; the others play. */
export class Player {
  readonly replay: Replay
  /** Viewer, transport and words. */
  readonly main: readonly HTMLElement[]
  /** The map. */
  readonly beside: readonly HTMLElement[]
  /** Below the voice, for what a page does with it. */
  readonly tools = html('div', { class: 'voice-tools' })
  /** Null where nobody knows what the Follower heard. */
  private readonly track: VoiceTrack | null
  private readonly picture: Part<Picture>
  private readonly words: Words | null

  private constructor(
    private readonly view: AnnotationView,
    sources: Sources,
    private readonly voice: Part<Voice>,
    private readonly options: PlayerOptions,
    private readonly scope: Scope,
  ) {
    const trace = valueOf(sources.trace)
    this.track = voiceTrack(view, trace)
    this.replay = new Replay(this.timeSource(trace), duration(view, trace), scope)
    this.picture = drawn(sources.scan, (known) => new Picture(known, view, trace, this.heard(sources), options, scope))
    const timed = timedWords(view)
    this.words = timed && new Words(timed, view.summary.language, scope, (position) => this.jumpTo(position))
    if ('value' in this.picture) this.tools.append(this.savePanel(this.picture.value))
    const words = view.instruction === '' ? [] : [wordsPanel(view, this.words)]
    this.main = [this.stage(sources), this.transport(), ...words]
    this.beside = 'value' in this.picture ? [this.mapPanel(this.picture.value)] : []
  }

  static async create(view: AnnotationView, sources: Sources, options: PlayerOptions, scope: Scope): Promise<Player> {
    let player: Player | null = null
    const voice = await loadVoice(sources.voice, scope, options.mount, (position) => player?.jumpTo(position))
    player = new Player(view, sources, voice, options, scope)
    return player
  }

  /** Null where there is no voice. */
  get waveform(): VoiceWaveform | null {
    return valueOf(this.voice)?.waveform ?? null
  }

  /** Shows the first moment, and listens to the keyboard from now on. */
  start(): void {
    const { moment } = this.options
    this.replay.on('time', (time) => this.show(time))
    listenForKeys({ replay: this.replay, stepWord: (back) => this.stepWord(back) }, this.scope)
    if (moment > 0) this.replay.seek(moment)
    else this.replay.tell()
  }

  private show(time: number): void {
    valueOf(this.picture)?.show(time)
    this.words?.show(this.track?.positionAt(time) ?? -1)
  }

  /** Goes to where this second of the voice was heard first. */
  private jumpTo(position: number): void {
    this.replay.seek(this.track?.timeOf(position) ?? this.replay.time)
  }

  private stepWord(back: boolean): void {
    const start = this.track && this.words?.spoken.stepFrom(this.track.positionAt(this.replay.time), back)
    if (start != null) this.jumpTo(start)
  }

  private heard({ trace, guide }: Sources): Heard | null {
    const known = guide && valueOf(guide)
    return known && { track: 'value' in trace ? this.track : null, guide: known }
  }

  private timeSource(trace: PoseTraceView | null): TimeSource {
    const audio = valueOf(this.voice)?.waveform.audio ?? null
    if (audio && this.view.summary.kind !== 'follower') return new VoiceTime(audio)
    return new PassingTime(duration(this.view, trace), this.track && audio, this.track ?? ownVoice(0))
  }

  private stage({ trace, guide }: Sources): HTMLElement {
    const stage = html('section', { class: 'stage dark', 'aria-label': 'What the camera saw' })
    if ('value' in this.picture) stage.append(this.picture.value.element)
    else stage.append(missing('picture-missing', `The picture cannot be shown. ${this.picture.problem}`))
    if ('problem' in trace) stage.append(missing('trace-missing', `The pose trace is missing. ${trace.problem}`))
    if (guide && 'problem' in guide) stage.append(missing('guide-missing', `The Guide’s camera cannot be shown. ${guide.problem}`))
    return stage
  }

  private transport(): HTMLElement {
    const { replay, scope } = this
    const picture = valueOf(this.picture)
    const follows = this.view.summary.kind === 'follower'
    const timeline = new Timeline(replay, picture?.visits ?? [], follows && this.track ? heardStretches(this.track, replay.duration) : [], scope)
    const transport = new Transport(replay, scope, { words: this.words !== null, more: picture ? this.pictureChoices(picture) : [] })
    replay.on('time', (time) => {
      timeline.show(time)
      transport.show(time)
    })
    const voice = 'value' in this.voice ? this.voice.value.element : missing('voice-missing', `The voice is missing. ${this.voice.problem}`)
    const [voiceLabel, timeLabel] = follows
      ? ['The Guide’s voice', 'The Follower’s time: steps, and below them when the voice was running']
      : [this.view.summary.kind === 'guide' ? 'The Guide’s voice' : 'The voice', 'Steps']
    const label = (text: string) => html('p', { class: 'track-label' }, text)
    return html(
      'section',
      { class: 'card playing', 'aria-label': 'Time and voice' },
      transport.element,
      ...(this.view.voice_url === null && !isWalkKind(this.view.summary.kind) ? [] : [html('div', {}, label(voiceLabel), voice)]),
      this.tools,
      html('div', {}, label(timeLabel), timeline.element),
    )
  }

  private savePanel(picture: Picture): HTMLElement {
    const { kind, annotation_id: id } = this.view.summary
    const words = timedWords(this.view) ?? []
    const spoken = new SpokenWords(words)
    const saved = {
      name: `${kindName(kind)} ${id}`,
      replay: this.replay,
      words: words.map(({ word }) => word),
      shots: () => picture.shots,
      spokenAt: (time: number) => spoken.indexAt(this.track?.positionAt(time) ?? -1),
      heard: (from: number, seconds: number) => this.heardFrom(from, seconds),
    }
    return new SavePanel(this.scope, saved).element
  }

  private heardFrom(from: number, seconds: number): Samples | null {
    const voice = this.waveform?.samples
    return voice && this.track ? heardSamples(voice, this.track, from, seconds) : null
  }

  private pictureChoices(picture: Picture): HTMLElement[] {
    const cameras = picture.choice(() => this.replay.tell())
    return [...(cameras ? [cameras] : []), ...(picture.hasReference ? [this.referenceChoice(picture)] : [])]
  }

  private referenceChoice(picture: Picture): HTMLElement {
    const box = html('input', { type: 'checkbox', 'data-testid': 'show-reference' })
    this.scope.listen(box, 'change', () => picture.showReference(box.checked))
    return html('label', { class: 'transport-reference' }, box, ' Reference path')
  }

  private mapPanel({ map, legend }: Picture): HTMLElement {
    return html('section', { class: 'card map-card', 'aria-label': 'Map', 'data-testid': 'map' }, map.element, legend)
  }
}

/** Without a pose trace a Follower's replay is no walk: it plays the Guide's voice. */
function voiceTrack({ summary, voice_duration: voiceDuration }: AnnotationView, trace: PoseTraceView | null): VoiceTrack | null {
  if (trace?.audio_time) return heardVoice(trace.time, trace.audio_time)
  return trace && summary.kind === 'follower' ? null : ownVoice(voiceDuration ?? 0)
}

function duration({ summary, voice_duration: voiceDuration }: AnnotationView, trace: PoseTraceView | null): number {
  const walked = trace?.time.at(-1) ?? 0
  return summary.kind === 'follower' ? walked || (voiceDuration ?? 0) : (voiceDuration ?? walked)
}

/** A browser without WebGL, or a trace of another scan, takes the picture away and leaves the rest. */
function drawn(scan: Part<ScanView>, draw: (scan: ScanView) => Picture): Part<Picture> {
  if ('problem' in scan) return scan
  try {
    return { value: draw(scan.value) }
  } catch (reason) {
    return { problem: reason instanceof Error ? reason.message : String(reason) }
  }
}

function missing(name: string, text: string): HTMLElement {
  return html('p', { class: 'missing', role: 'note', 'data-testid': name }, text)
}
