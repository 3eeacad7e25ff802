import type { Chord } from './chords'

/**
 * Where keys act: a whole task, a picture, the voice while people write, a text, a recording, a search, items that are answered one
 * after the other and what was answered to one, boxes in a picture, a drawing and a shape that is begun on it, a replay, a queue, words on a
 * waveform, a place that is edited.
 */
export const PLACES = ['task', 'viewer', 'recording', 'search', 'player', 'writing', 'items', 'answer', 'marking', 'boxes', 'drawing', 'shape', 'replay', 'mending', 'review', 'editing'] as const

export type Place = (typeof PLACES)[number]

interface Binding {
  readonly place: Place
  /** The keys that act until a person chooses others; the first is shown. */
  readonly usual: readonly [Chord, ...Chord[]]
}

/** Every key of every page. Widgets keep the keys that all pages give them: Tab, arrows in menus and on sliders, Enter on a button. */
const BINDINGS = {
  help: { place: 'task', usual: ['F1', 'Question'] },
  lookLeft: { place: 'viewer', usual: ['ArrowLeft'] },
  lookRight: { place: 'viewer', usual: ['ArrowRight'] },
  lookUp: { place: 'viewer', usual: ['ArrowUp'] },
  lookDown: { place: 'viewer', usual: ['ArrowDown'] },
  step: { place: 'viewer', usual: ['Enter', 'KeyW', 'Shift+ArrowUp'] },
  zoomIn: { place: 'viewer', usual: ['Plus'] },
  zoomOut: { place: 'viewer', usual: ['Minus'] },
  recordOrPause: { place: 'recording', usual: ['KeyP'] },
  mark: { place: 'search', usual: ['KeyM'] },
  playOrPause: { place: 'player', usual: ['Escape'] },
  back: { place: 'player', usual: ['Alt+ArrowLeft'] },
  ahead: { place: 'player', usual: ['Alt+ArrowRight'] },
  faster: { place: 'player', usual: ['Alt+ArrowUp'] },
  slower: { place: 'player', usual: ['Alt+ArrowDown'] },
  skipSilence: { place: 'player', usual: ['Alt+Period'] },
  send: { place: 'writing', usual: ['Ctrl+Enter', 'Meta+Enter'] },
  answer1: { place: 'items', usual: ['Digit1', 'Numpad1'] },
  answer2: { place: 'items', usual: ['Digit2', 'Numpad2'] },
  answer3: { place: 'items', usual: ['Digit3', 'Numpad3'] },
  answer4: { place: 'items', usual: ['Digit4', 'Numpad4'] },
  answer5: { place: 'items', usual: ['Digit5', 'Numpad5'] },
  playPhrase: { place: 'items', usual: ['KeyV'] },
  lookThere: { place: 'items', usual: ['KeyF'] },
  nextPlace: { place: 'items', usual: ['KeyN'] },
  lastPlace: { place: 'items', usual: ['KeyM'] },
  nextItem: { place: 'items', usual: ['KeyJ'] },
  lastItem: { place: 'items', usual: ['KeyK'] },
  takeAnswer: { place: 'answer', usual: ['KeyA', 'Enter'] },
  markWords: { place: 'marking', usual: ['Space', 'KeyY'] },
  removeMark: { place: 'marking', usual: ['Delete', 'Backspace', 'KeyR'] },
  shorterMark: { place: 'marking', usual: ['BracketLeft'] },
  longerMark: { place: 'marking', usual: ['BracketRight'] },
  undoMark: { place: 'marking', usual: ['KeyU', 'Ctrl+KeyZ', 'Meta+KeyZ'] },
  redoMark: { place: 'marking', usual: ['Shift+KeyU', 'Ctrl+Shift+KeyZ', 'Meta+Shift+KeyZ'] },
  notIt: { place: 'boxes', usual: ['KeyX'] },
  groupBox: { place: 'boxes', usual: ['KeyG'] },
  hideOthers: { place: 'boxes', usual: ['KeyH'] },
  extremePoints: { place: 'drawing', usual: ['KeyE'] },
  dragBox: { place: 'drawing', usual: ['KeyB'] },
  drawPolygon: { place: 'drawing', usual: ['KeyP'] },
  snap: { place: 'drawing', usual: ['KeyS'] },
  turnByPointer: { place: 'drawing', usual: ['Space'] },
  moveLeft: { place: 'drawing', usual: ['Alt+ArrowLeft'] },
  moveRight: { place: 'drawing', usual: ['Alt+ArrowRight'] },
  moveUp: { place: 'drawing', usual: ['Alt+ArrowUp'] },
  moveDown: { place: 'drawing', usual: ['Alt+ArrowDown'] },
  nudgeLeft: { place: 'drawing', usual: ['Alt+Shift+ArrowLeft'] },
  nudgeRight: { place: 'drawing', usual: ['Alt+Shift+ArrowRight'] },
  nudgeUp: { place: 'drawing', usual: ['Alt+Shift+ArrowUp'] },
  nudgeDown: { place: 'drawing', usual: ['Alt+Shift+ArrowDown'] },
  narrower: { place: 'drawing', usual: ['BracketLeft'] },
  wider: { place: 'drawing', usual: ['BracketRight'] },
  lower: { place: 'drawing', usual: ['Shift+BracketLeft'] },
  higher: { place: 'drawing', usual: ['Shift+BracketRight'] },
  undoDrawing: { place: 'drawing', usual: ['KeyU', 'Ctrl+KeyZ', 'Meta+KeyZ'] },
  redoDrawing: { place: 'drawing', usual: ['Shift+KeyU', 'Ctrl+Shift+KeyZ', 'Meta+Shift+KeyZ'] },
  deleteShape: { place: 'drawing', usual: ['Delete'] },
  takeShape: { place: 'shape', usual: ['Enter'] },
  pointBack: { place: 'shape', usual: ['Backspace'] },
  dropShape: { place: 'shape', usual: ['Escape'] },
  replayPlay: { place: 'replay', usual: ['Space'] },
  replayBack: { place: 'replay', usual: ['ArrowLeft'] },
  replayAhead: { place: 'replay', usual: ['ArrowRight'] },
  wordBack: { place: 'replay', usual: ['Shift+ArrowLeft'] },
  wordAhead: { place: 'replay', usual: ['Shift+ArrowRight'] },
  replayStart: { place: 'replay', usual: ['Home'] },
  replayEnd: { place: 'replay', usual: ['End'] },
  takeBack: { place: 'mending', usual: ['Ctrl+KeyZ', 'Meta+KeyZ'] },
  nextReview: { place: 'review', usual: ['KeyJ'] },
  lastReview: { place: 'review', usual: ['KeyK'] },
  undoReview: { place: 'review', usual: ['KeyZ'] },
  accept: { place: 'review', usual: ['KeyA'] },
  reject: { place: 'review', usual: ['KeyR'] },
  sendBack: { place: 'review', usual: ['KeyS'] },
  placeIt: { place: 'editing', usual: ['KeyP'] },
  faceIt: { place: 'editing', usual: ['KeyF'] },
  alignIt: { place: 'editing', usual: ['KeyA'] },
  levelIt: { place: 'editing', usual: ['KeyL'] },
  giveHeight: { place: 'editing', usual: ['KeyH'] },
  giveDistance: { place: 'editing', usual: ['KeyD'] },
  joinIt: { place: 'editing', usual: ['KeyJ'] },
  takeItOut: { place: 'editing', usual: ['Delete'] },
  takeAlong: { place: 'editing', usual: ['KeyG'] },
  startHere: { place: 'editing', usual: ['KeyT'] },
  keepPathsOut: { place: 'editing', usual: ['KeyK'] },
  blurIt: { place: 'editing', usual: ['KeyV'] },
  nameRoom: { place: 'editing', usual: ['KeyR'] },
  layPlan: { place: 'editing', usual: ['KeyM'] },
  swapPictures: { place: 'editing', usual: ['KeyS'] },
  pickCentre: { place: 'editing', usual: ['KeyC'] },
  turnItLeft: { place: 'editing', usual: ['BracketLeft'] },
  turnItRight: { place: 'editing', usual: ['BracketRight'] },
  keepEdge: { place: 'editing', usual: ['Space'] },
  removeEdge: { place: 'editing', usual: ['KeyX'] },
  nextEdge: { place: 'editing', usual: ['KeyN'] },
  lastEdge: { place: 'editing', usual: ['KeyB'] },
  nextWaiting: { place: 'editing', usual: ['KeyO'] },
  undoEdit: { place: 'editing', usual: ['KeyU', 'Ctrl+KeyZ', 'Meta+KeyZ'] },
  redoEdit: { place: 'editing', usual: ['Shift+KeyU', 'Ctrl+Shift+KeyZ', 'Meta+Shift+KeyZ'] },
  putToolDown: { place: 'editing', usual: ['Escape'] },
} as const satisfies Record<string, Binding>

export type Action = keyof typeof BINDINGS

export const ACTIONS = Object.keys(BINDINGS) as readonly Action[]

export const placeOf = (action: Action): Place => BINDINGS[action].place

export const usualKeys = (action: Action): readonly Chord[] => BINDINGS[action].usual

/** What keys do in these places. */
export const actionsIn = (places: readonly Place[]): readonly Action[] => ACTIONS.filter((action) => places.includes(placeOf(action)))

export const isAction = (name: string): name is Action => Object.hasOwn(BINDINGS, name)

/** The places of a task's pages, of pages of items, of those on which people draw, and of the staff's. */
export const TASK_PLACES: readonly Place[] = ['task', 'viewer', 'recording', 'search', 'player', 'writing']
export const ITEM_PLACES: readonly Place[] = ['task', 'viewer', 'items', 'answer']
export const DRAWING_PLACES: readonly Place[] = [...ITEM_PLACES, 'boxes', 'drawing', 'shape']
export const STAFF_PLACES: readonly Place[] = ['replay', 'mending', 'review', 'writing']

/** In one of these groups no keys may mean two things. A shape that is begun has its keys before the picture has them, and the picture before an answer. */
const TOGETHER: readonly (readonly Place[])[] = [
  TASK_PLACES,
  STAFF_PLACES,
  ...(['drawing', 'marking'] as const).flatMap((own): Place[][] => [['task', 'viewer', 'items', 'boxes', own], ['task', 'items', 'answer', 'boxes', own]]),
  ['drawing', 'shape'],
  ['viewer', 'editing'],
]

/** Whether one press could mean both. */
export function meet(one: Action, other: Action): boolean {
  const places = [placeOf(one), placeOf(other)]
  return TOGETHER.some((group) => places.every((place) => group.includes(place)))
}

/** Whether the action's keys act while somebody types. */
export const actsWhileTyping = (action: Action): boolean => ['player', 'writing'].includes(placeOf(action))
