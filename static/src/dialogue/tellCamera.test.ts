// @vitest-environment page
import { afterEach, beforeEach, expect, it } from 'vitest'

import { TestScreen } from '../../testing/TestScreen'
import { stands, TestSockets } from '../../testing/TestSockets'
import { Emitter } from '../kit/lifecycle/Emitter'
import { Scope } from '../kit/lifecycle/Scope'
import type { ViewerEvents } from '../viewer/types'
import { PairingLine } from './PairingLine'
import { tellCamera } from './tellCamera'

class TestCamera extends Emitter<ViewerEvents> {
  viewpointId = 'a'
  heading = 0
  readonly elevation = 0.25

  turn(heading: number): void {
    this.heading = heading
    this.emit('camerachange', { viewpointId: this.viewpointId, heading, elevation: this.elevation })
  }
}

let screen: TestScreen
let sockets: TestSockets
let scope: Scope
let camera: TestCamera

const told = () => sockets.last.ofType('camera').map(({ viewpoint_id: id, heading }) => [id, heading])

beforeEach(() => {
  screen = new TestScreen()
  sockets = new TestSockets()
  scope = new Scope()
  camera = new TestCamera()
  tellCamera(scope, camera, new PairingLine(scope, { pairingId: 'p1', leaseId: 'l1', token: 'secret' }, sockets.connect))
})
afterEach(() => {
  scope.dispose()
  screen.close()
})

it('tells where the camera is when it joins, and five times a second at most', async () => {
  camera.turn(9)
  sockets.join()
  for (let step = 1; step <= 20; step++) {
    camera.turn(step / 10)
    await screen.pass(0.05)
  }
  await screen.pass(1)
  expect([told().length, told()[0], told().at(-1)]).toEqual([6, ['a', 9], ['a', 2]])
})

it('says nothing twice, but all of it to a partner who has just come', async () => {
  sockets.join()
  await screen.pass(1)
  camera.turn(0)
  await screen.pass(1)
  expect(told()).toEqual([['a', 0]])
  sockets.last.tell(stands())
  expect(told()).toEqual([['a', 0], ['a', 0]])
})

it('keeps nothing for later while the line is lost', async () => {
  sockets.join()
  sockets.last.end()
  camera.turn(1)
  camera.turn(2)
  await screen.pass(0.6)
  sockets.join()
  await screen.pass(1)
  expect(told()).toEqual([['a', 2]])
})
