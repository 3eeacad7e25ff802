import type { Scope } from '../lifecycle/Scope'
import { html } from './html'

/** Seconds that the browser has to read the file. */
const KEPT_SECONDS = 60

/** Hands a file to the browser as a download. */
export function download(scope: Scope, file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  scope.timeout(KEPT_SECONDS, () => URL.revokeObjectURL(url))
  html('a', { href: url, download: name }).click()
}
