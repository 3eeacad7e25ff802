import { type ComponentChild, render } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

import type { Emitter } from '../lifecycle/Emitter'

/** Empties a place; from then on it shows only what the returned function is given. */
export function drawInto(place: Element): (view: ComponentChild) => void {
  render(null, place) // An earlier view ends; Preact would otherwise look for elements that are gone.
  place.replaceChildren()
  return (view) => render(view, place)
}

interface EmbeddedProps {
  /** An element that manages itself, such as a picture or a waveform. */
  readonly element: Element
}

/** A place in a view for an element that something else draws; it keeps what it shows from one view to the next. */
export function Embedded({ element }: EmbeddedProps) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.append(element)
    return () => element.remove()
  }, [element])
  return <div class="embedded" ref={place} />
}

/** The value that `read` returns, read again after every `name` event of `source`; a change redraws the view. */
export function useEvent<Events, Value>(source: Emitter<Events>, name: keyof Events, read: () => Value): Value {
  const [value, setValue] = useState(read)
  const latest = useRef(read)
  latest.current = read
  useLayoutEffect(() => {
    const look = () => setValue(() => latest.current())
    look()
    return source.on(name, look)
  }, [source, name])
  return value
}
