/** The review by keyboard; the replay's own keys are in `replay/shortcuts.ts`. */

import type { Scope } from '../../kit/lifecycle/Scope'

/** `press` says whether it took the key. Where somebody types, keys are letters. */
export function listenForReviewKeys(scope: Scope, press: (key: string) => boolean): void {
  scope.listen(document, 'keydown', (event) => {
    const typing = event.target instanceof Element && event.target.closest('input, select, textarea, form') !== null
    if (typing || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
    if (press(event.key.toLowerCase())) event.preventDefault()
  })
}
