/** A character that can be seen by itself; the rule of pangea_server/core/visible_text.py, which says what is left out and why. */
const SEEN = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0\ufffc]/u

/** Whether a person can see anything of the text. */
export function isVisible(text: string): boolean {
  return SEEN.test(text)
}
