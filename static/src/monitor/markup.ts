/** Elements in one line: `html('td', { class: 'number' }, percent(rate))`. */

type Attributes = Readonly<Record<string, string | number>>
type Child = Node | string

export function html<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  return furnished(document.createElement(name), attributes, children)
}

export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Name] {
  return furnished(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children)
}

export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
}

function furnished<Made extends Element>(made: Made, attributes: Attributes, children: Child[]): Made {
  setAttributes(made, attributes)
  made.append(...children)
  return made
}
