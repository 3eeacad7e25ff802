import { radians } from '../graph/angles'
import { listenForActions } from '../kit/keys/listenForActions'
import type { Scope } from '../kit/lifecycle/Scope'
import type { Tool } from './Sketch'

/** Radians of a step of the arrow keys, and of a fine one. */
export const STEP = radians(0.5)
export const FINE = radians(0.1)

export interface KeyActs {
  readonly use: (tool: Tool) => void
  /** The box of who has no pointer. */
  readonly boxInMiddle: () => void
  readonly wantsMiddle: () => boolean
  readonly snap: () => void
  readonly undo: () => void
  readonly redo: () => void
  readonly remove: () => void
  /** Radians; `goes` while the key is held. */
  readonly move: (right: number, up: number, goes: boolean) => void
  readonly resize: (width: number, height: number, goes: boolean) => void
  readonly turn: (turns: boolean) => void
}

/** The keys of a drawing, before the picture's own. */
export function listenToDrawing(scope: Scope, acts: KeyActs): void {
  const move = (right: number, up: number) => ({ repeat }: KeyboardEvent) => acts.move(right, up, repeat)
  const resize = (width: number, height: number) => ({ repeat }: KeyboardEvent) => acts.resize(width, height, repeat)
  let held: string | null = null
  const hold = (code: string | null) => {
    held = code
    acts.turn(code !== null)
  }
  const keys = {
    extremePoints: () => acts.use('extremes'),
    dragBox: () => (acts.wantsMiddle() ? acts.boxInMiddle() : acts.use('drag')),
    drawPolygon: () => acts.use('polygon'),
    snap: () => acts.snap(),
    undoDrawing: () => acts.undo(),
    redoDrawing: () => acts.redo(),
    deleteShape: () => acts.remove(),
    turnByPointer: ({ code }: KeyboardEvent) => hold(code),
    ...{ moveLeft: move(-STEP, 0), moveRight: move(STEP, 0), moveUp: move(0, STEP), moveDown: move(0, -STEP) },
    ...{ nudgeLeft: move(-FINE, 0), nudgeRight: move(FINE, 0), nudgeUp: move(0, FINE), nudgeDown: move(0, -FINE) },
    ...{ narrower: resize(-STEP, 0), wider: resize(STEP, 0), lower: resize(0, -STEP), higher: resize(0, STEP) },
  } as const
  // On a corner of a polygon, Delete takes the corner.
  listenForActions(scope, keys, ({ key, target }) => key === 'Delete' && target instanceof HTMLElement && /^\d+$/.test(target.dataset.grip ?? ''), { first: true })
  scope.listen(document, 'keyup', ({ code }) => code === held && hold(null))
  scope.listen(window, 'blur', () => hold(null))
}

export interface OpenActs {
  readonly take: () => void
  readonly back: () => void
  readonly drop: () => void
}

/** The keys of what is begun. */
export function listenToOpenShape(scope: Scope, acts: OpenActs): void {
  listenForActions(scope, { takeShape: () => acts.take(), pointBack: () => acts.back(), dropShape: () => acts.drop() }, () => false, { first: true })
}
