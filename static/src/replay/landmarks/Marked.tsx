import type { ComponentChildren } from 'preact'

import { say } from '../../kit/messages/staffMessages'
import { lookOf } from '../../viewer/regions/looks'
import type { Landmark } from './Landmarks'

interface MarkedProps {
  readonly mention: Landmark
  readonly children: ComponentChildren
}

/** Words that name something, underlined as its regions are outlined. */
export function Marked({ mention: { thing, text }, children }: MarkedProps) {
  const { colour, line } = thing ? lookOf(thing.look) : { colour: undefined, line: undefined }
  return (
    <span class="landmark" role="group" aria-label={say('Landmark: {{text}}', { text })} data-testid="landmark" data-colour={colour} data-line={line}>
      {children}
    </span>
  )
}
