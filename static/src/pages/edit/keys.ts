import { listenForActions } from '../../kit/keys/listenForActions'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { EditPage } from './EditPage'

/** Everything that the page does, by keys. */
export function listenForKeys(scope: Scope, page: EditPage): void {
  listenForActions(scope, {
    placeIt: () => page.take('place'),
    faceIt: () => page.take('face'),
    alignIt: () => page.take('align'),
    levelIt: () => page.take('level'),
    giveHeight: () => page.take('height'),
    giveDistance: () => page.take('distance'),
    joinIt: () => void page.join(),
    takeItOut: () => void page.takeOut(),
    takeAlong: () => page.togglePart(),
    startHere: () => void page.use('start'),
    keepPathsOut: () => void page.use('never'),
    blurIt: () => page.take('blur'),
    nameRoom: () => page.take('room'),
    layPlan: () => page.take('plan'),
    swapPictures: () => page.swap(),
    pickCentre: () => page.pickCentre(),
    turnItLeft: () => void page.turn(-1),
    turnItRight: () => void page.turn(1),
    keepEdge: () => void page.decide('keep'),
    removeEdge: () => void page.decide('part'),
    nextEdge: () => page.stepEdge(1),
    lastEdge: () => page.stepEdge(-1),
    nextWaiting: () => page.placeNext(),
    undoEdit: () => void page.undo(),
    redoEdit: () => void page.redo(),
    putToolDown: () => page.take(null),
  })
}
