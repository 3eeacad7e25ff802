/** Types that TypeScript's library does not have yet. A browser without Trusted Types needs no policy. */
declare const trustedTypes: { createPolicy(name: 'default', rules: object): unknown } | undefined

/**
 * Allows only text of this form to become markup or the address of a script. The server's policy refuses everything
 * else; our own code never needs this, but a library may, on the page that loads it. A page can call this only once.
 */
export function trustOnly(form: { markup?: RegExp; scriptAddress?: RegExp }): void {
  if (typeof trustedTypes === 'undefined') return
  const passing = (pattern?: RegExp) => (text: string) => (pattern?.test(text) ? text : null)
  trustedTypes.createPolicy('default', { createHTML: passing(form.markup), createScriptURL: passing(form.scriptAddress) })
}
