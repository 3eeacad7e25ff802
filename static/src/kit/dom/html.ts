type Attributes = Readonly<Record<string, string | number | boolean>>
type Child = Node | string

/** An element in one line: `html('p', { class: 'hint' }, 'Speak clearly.')`. An attribute that is false is left out. */
export function html<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(attribute, value === true ? '' : String(value))
  }
  element.append(...children)
  return element
}

type SvgAttributes = Readonly<Record<string, string | number>>

/** An SVG element in one line: `svg('circle', { class: 'goal', r: 8 })`. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: SvgAttributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  setAttributes(element, attributes)
  element.append(...children)
  return element
}

export function setAttributes(element: Element, attributes: SvgAttributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
}
