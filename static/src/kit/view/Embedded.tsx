import { useLayoutEffect, useRef } from 'preact/hooks'

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
