import type { LeaseView } from '../../api/types'
import { formattedText } from '../../kit/dom/formattedText'
import { html } from '../../kit/dom/html'

/** What the campaign itself says of this task; nothing where it says nothing. */
export function campaignInstructions({ instructions }: LeaseView): HTMLElement[] {
  if (instructions.length === 0) return []
  return [html('section', { class: 'campaign-instructions', 'data-testid': 'campaign-instructions' }, ...formattedText(instructions))]
}
