/** Where a browser blocks storage, as it may inside another site's frame, a choice lasts as long as the page. */
const unkept = new Map<string, string>()

const named = (name: string): string => `pangea-${name}`

/** The earlier choice of this person on this device. */
export function preference(name: string): string | null {
  try {
    return localStorage.getItem(named(name))
  } catch {
    return unkept.get(name) ?? null
  }
}

export function prefer(name: string, value: string): void {
  try {
    localStorage.setItem(named(name), value)
  } catch {
    unkept.set(name, value)
  }
}
