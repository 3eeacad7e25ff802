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
