import { follows, kindName } from '../annotations/kinds'
import type { AnnotationView, PoseTraceView } from '../api/types'
import { html } from '../kit/dom/html'
import type { Scope } from '../kit/lifecycle/Scope'
import { VoiceWaveform } from '../player/VoiceWaveform'
import type { PictureOptions } from './CameraView'
import { Answered } from './answered/Answered'
import { answeredItems } from './answered/answeredItems'
import { ShownLandmarks } from './landmarks/ShownLandmarks'
import { type Heard, Picture } from './Picture'
import { PassingTime, type TimeSource, VoiceTime } from './playback/playback'
import { Replay } from './playback/Replay'
import { heardSamples, heardVoice, ownVoice, type Samples, type VoiceTrack } from './playback/voiceTrack'
import { Saving } from './saving/Saving'
import { listenForKeys } from './shortcuts'
import { drawn, type Part, type Sources, valueOf } from './sources'
import { SpokenWords, timedWords } from './spokenWords'
import { say } from '../kit/messages/staffMessages'

export interface PlayerOptions extends PictureOptions {
  /** In the document; holds the voice until it has its place. */
  readonly mount: HTMLElement
}

/** Picture, voice and words of one annotation, synchronised. Missing parts say why they are missing; the others play. */
export class Player {
  readonly replay: Replay
  /** Null when what the Follower heard was not recorded. */
  readonly track: VoiceTrack | null
  readonly picture: Part<Picture>
  /** Null where there is no picture to save. */
  readonly saving: Saving | null
  /** Null where nobody guides. */
  readonly landmarks: ShownLandmarks | null
  /** Null where the task was no page of questions. */
  readonly answered: Part<Answered> | null
  private readonly spoken: SpokenWords

  private constructor(
    readonly view: AnnotationView,
    readonly sources: Sources,
    readonly voice: Part<Voice>,
    private readonly options: PlayerOptions,
    private readonly scope: Scope,
  ) {
    const trace = valueOf(sources.trace)
    this.track = voiceTrack(view, trace)
    this.replay = new Replay(this.timeSource(trace), duration(view, trace), scope)
    this.picture = drawn(sources.scan, (known) => new Picture(known, view, trace, this.heard(sources), options, scope))
    this.spoken = new SpokenWords(timedWords(view) ?? [])
    this.landmarks = sources.landmarks && this.landmarksFrom(sources.landmarks)
    this.answered = sources.page && this.answeredOn(sources.page)
    this.saving = 'value' in this.picture ? this.savingOf(this.picture.value) : null
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
    this.replay.on('time', (time) => valueOf(this.picture)?.show(time))
    listenForKeys({ replay: this.replay, stepWord: (back) => this.stepWord(back) }, this.scope)
    if (moment > 0) this.replay.seek(moment)
    else this.replay.tell()
    void this.landmarks?.load()
    void (this.answered && valueOf(this.answered))?.open()
  }

  /** Index of the word that is said at a moment of the replay, or -1. */
  spokenAt(time: number): number {
    return this.spoken.indexAt(this.track?.positionAt(time) ?? -1)
  }

  /** Goes to the moment at which this second of the voice was first heard. */
  jumpTo(position: number): void {
    this.replay.seek(this.track?.timeOf(position) ?? this.replay.time)
  }

  private answeredOn(page: NonNullable<Sources['page']>): Part<Answered> {
    if ('problem' in page) return page
    const { summary: { kind }, answer } = this.view
    return { value: new Answered(answeredItems(kind, page.value, answer), valueOf(this.picture)?.speaker ?? null) }
  }

  private landmarksFrom(load: NonNullable<Sources['landmarks']>): ShownLandmarks {
    return new ShownLandmarks(this.scope, {
      load,
      language: this.view.summary.language,
      replay: this.replay,
      camera: valueOf(this.picture)?.speaker ?? null,
      heardAt: (time) => this.track?.positionAt(time) ?? null,
      jumpTo: (second) => this.jumpTo(second),
    })
  }

  private stepWord(back: boolean): void {
    const start = this.track && this.spoken.stepFrom(this.track.positionAt(this.replay.time), back)
    if (start != null) this.jumpTo(start)
  }

  private heard({ trace, guide }: Sources): Heard | null {
    const known = guide && valueOf(guide)
    return known && { track: 'value' in trace ? this.track : null, guide: known }
  }

  private timeSource(trace: PoseTraceView | null): TimeSource {
    const audio = valueOf(this.voice)?.waveform.audio ?? null
    if (audio && !follows(this.view.declares)) return new VoiceTime(audio)
    return new PassingTime(duration(this.view, trace), this.track && audio, this.track ?? ownVoice(0))
  }

  private savingOf(picture: Picture): Saving {
    const { kind, annotation_id: id } = this.view.summary
    return new Saving(this.scope, {
      name: `${kindName(kind)} ${id}`,
      replay: this.replay,
      words: (timedWords(this.view) ?? []).map(({ word }) => word),
      shots: () => picture.shots,
      spokenAt: (time) => this.spokenAt(time),
      heard: (from, seconds) => this.heardFrom(from, seconds),
    })
  }

  private heardFrom(from: number, seconds: number): Samples | null {
    const voice = this.waveform?.samples
    return voice && this.track ? heardSamples(voice, this.track, from, seconds) : null
  }
}

/** A Follower's replay without a pose trace only plays the Guide's voice. */
function voiceTrack({ declares, voice_duration: voiceDuration }: AnnotationView, trace: PoseTraceView | null): VoiceTrack | null {
  if (trace?.audio_time) return heardVoice(trace.time, trace.audio_time)
  return trace && follows(declares) ? null : ownVoice(voiceDuration ?? 0)
}

function duration({ declares, voice_duration: voiceDuration }: AnnotationView, trace: PoseTraceView | null): number {
  const walked = trace?.time.at(-1) ?? 0
  return follows(declares) ? walked || (voiceDuration ?? 0) : (voiceDuration ?? walked)
}

export interface Voice {
  readonly element: HTMLElement
  readonly waveform: VoiceWaveform
}

/** Draws the waveform of a recording. `mount` is in the document and holds it until it has its place. */
export async function loadVoice(
  recording: Part<Blob>,
  scope: Scope,
  mount: HTMLElement,
  onChoose: (position: number) => void,
): Promise<Part<Voice>> {
  if ('problem' in recording) return recording
  const element = html('div', { class: 'voice', role: 'group', 'aria-label': say('Waveform'), 'data-testid': 'waveform' })
  mount.append(element)
  const waveform = new VoiceWaveform(element, scope, new Audio(), onChoose)
  scope.add(() => waveform.audio.pause())
  try {
    await waveform.load(recording.value)
    return { value: { element, waveform } }
  } catch {
    return { problem: say('This browser cannot decode its file.') }
  }
}
