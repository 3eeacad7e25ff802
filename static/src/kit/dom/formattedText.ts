import { html } from './html'

/** Plain `text`, or an element around `children`. */
interface TextNode {
  element: 'text' | 'h2' | 'h3' | 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'br'
  text: string
  children: TextNode[]
}

/** Markdown that the server has parsed, as elements; the text cannot inject HTML. */
export const formattedText = (body: readonly TextNode[]): Node[] => body.map(element)

function element({ element: name, text, children }: TextNode): Node {
  return name === 'text' ? document.createTextNode(text) : html(name, {}, ...children.map(element))
}
