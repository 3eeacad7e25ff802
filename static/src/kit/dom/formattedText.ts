import type { TextNode } from '../../api/types'
import { html } from './html'

/** Markdown that the server has taken apart, as elements: no text can bring HTML of its own. */
export const formattedText = (body: readonly TextNode[]): Node[] => body.map(element)

function element({ element: name, text, children }: TextNode): Node {
  return name === 'text' ? document.createTextNode(text) : html(name, {}, ...children.map(element))
}
