import { listenForActions } from '../../kit/keys/listenForActions'
import type { Scope } from '../../kit/lifecycle/Scope'
import type { Viewer } from '../../viewer/Viewer'

/**
 * Lets the keys of "Next" take an answer that is plain to see, such as a box that was drawn, also while the focus is in the picture;
 * there Enter would step along the path.
 */
export function takeByKey(scope: Scope, take: () => void, isReady: () => boolean): void {
  listenForActions(scope, { takeAnswer: take }, () => !isReady(), { first: true })
}

/** The same where people walk while they decide: in the picture, Enter steps. */
export function takeBesidePicture(scope: Scope, viewer: Viewer, take: () => void, isReady: () => boolean): void {
  const steps = ({ key, target }: KeyboardEvent) => key === 'Enter' && target instanceof Node && viewer.container.contains(target)
  listenForActions(scope, { takeAnswer: take }, (event) => !isReady() || steps(event), { first: true })
}
