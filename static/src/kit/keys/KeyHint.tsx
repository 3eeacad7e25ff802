import { Fragment } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

import { Scope } from '../lifecycle/Scope'
import { Embedded, useEvent } from '../view/drawing'
import type { Action, Place } from './actions'
import { keysButton } from './askForKeys'
import { keyChanges, keysOf } from './bindings'
import { keyNames } from './chords'

interface KeyHintProps {
  readonly action: Action
}

/** The keys of an action as they look on a keyboard, on the staff's pages. */
export function KeyHint({ action }: KeyHintProps) {
  const chord = useEvent(keyChanges, 'change', () => keysOf(action)[0])
  return (
    <>
      {keyNames(chord).map((name) => (
        <Fragment key={name}>
          <kbd>{name}</kbd>{' '}
        </Fragment>
      ))}
    </>
  )
}

interface KeysButtonProps {
  readonly places: readonly Place[]
}

/** Shows the keys of these places, and changes them. */
export function KeysButton({ places }: KeysButtonProps) {
  const [scope] = useState(() => new Scope())
  const [show] = useState(() => keysButton(scope, places))
  useLayoutEffect(() => () => scope.dispose(), [scope])
  return <Embedded element={show} />
}
