import { type ComponentChild, render } from 'preact'

/** Empties a place that from now on shows what the returned function is given, and nothing else. */
export function drawInto(place: HTMLElement): (view: ComponentChild) => void {
  place.replaceChildren()
  return (view) => render(view, place)
}
