import type { PairingLine } from '../../dialogue/PairingLine'
import type { Scope } from '../../kit/lifecycle/Scope'

/** Calls back when the dialogue is over, also where it was before: once the phase is shown, which this may end. */
export function whenOver(scope: Scope, line: PairingLine, act: () => void): void {
  const look = (): void => {
    if (line.now?.state === 'ended') act()
  }
  scope.add(line.on('now', look))
  scope.timeout(0, look)
}
