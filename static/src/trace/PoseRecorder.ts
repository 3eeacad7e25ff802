import type { Snapshot } from '../api/types'
import { Scope } from '../lifecycle/Scope'
import type { Viewer } from '../viewer/Viewer'

export type PoseTime = Pick<Snapshot, 'time' | 'audio_time'>

const LONGEST_SILENCE = 0.1
const CHUNK_SECONDS = 1

/**
 * Keeps a snapshot of every frame whose camera differs, and of every tenth of a second, while it records. Hands them
 * on as JSON Lines about once a second.
 */
export class PoseRecorder {
  readonly snapshots: Snapshot[] = []
  private readonly scope: Scope
  private running: Scope | null = null
  private sent = 0

  /** `clock` stamps a snapshot; it must never go back. */
  constructor(
    parent: Scope,
    private readonly viewer: Pick<Viewer, 'on' | 'snapshot'>,
    private readonly clock: () => PoseTime,
    private readonly send: (jsonLines: Uint8Array<ArrayBuffer>) => void,
  ) {
    this.scope = new Scope(parent)
    this.scope.add(viewer.on('camerachange', () => this.running && this.record()))
  }

  start(): void {
    if (this.running) return
    this.running = new Scope(this.scope)
    this.running.every(LONGEST_SILENCE / 2, () => this.recordIfSilent())
    this.running.every(CHUNK_SECONDS, () => this.flush())
    this.record()
  }

  /** Ends a stretch of the trace; `start` goes on. */
  stop(): void {
    if (!this.running) return
    this.record()
    this.running.dispose()
    this.running = null
    this.flush()
  }

  dispose(): void {
    this.scope.dispose()
  }

  private recordIfSilent(): void {
    const last = this.snapshots.at(-1)
    if (!last || this.clock().time - last.time >= LONGEST_SILENCE / 2) this.record()
  }

  private record(): void {
    const { extrinsic_matrix, intrinsic_matrix, ...camera } = this.viewer.snapshot()
    const matrices = { extrinsic_matrix: rounded(extrinsic_matrix), intrinsic_matrix: rounded(intrinsic_matrix) }
    this.snapshots.push({ ...this.clock(), ...camera, ...matrices })
  }

  private flush(): void {
    const fresh = this.snapshots.slice(this.sent)
    this.sent = this.snapshots.length
    const lines = fresh.map((snapshot) => JSON.stringify(snapshot) + '\n')
    if (fresh.length > 0) this.send(new TextEncoder().encode(lines.join('')))
  }
}

/** To a micrometre and a microradian. */
const rounded = (matrix: readonly number[]): number[] => matrix.map((value) => Math.round(value * 1e6) / 1e6)
