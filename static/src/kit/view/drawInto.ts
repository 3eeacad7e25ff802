import { type ComponentChild, render } from 'preact'

/** Empties a place; from then on it shows only what the returned function is given. */
export function drawInto(place: HTMLElement): (view: ComponentChild) => void {
  place.replaceChildren()
  return (view) => render(view, place)
}
