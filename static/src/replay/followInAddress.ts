import type { Scope } from '../kit/lifecycle/Scope'
import type { Replay } from './playback/Replay'

/** The page's address follows the moment that a person chose, so that it can be shared. */
export function followInAddress(replay: Replay, scope: Scope, linkTo: (moment: number) => string): void {
  let cancel = (): void => undefined
  const keep = () => {
    cancel()
    cancel = scope.timeout(0.3, () => history.replaceState(history.state, '', linkTo(replay.time)))
  }
  replay.on('jump', keep)
  replay.on('playing', (playing) => !playing && keep())
}
