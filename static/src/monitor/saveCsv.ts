import type { ApiClient } from '../api/ApiClient'
import { html } from '../dom/html'
import type { Scope } from '../lifecycle/Scope'

const KEPT = 60

/** Fetches a table as CSV and hands it to the browser as a download. Rejects with an `ApiProblem`. */
export async function saveCsv(scope: Scope, client: ApiClient, path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await client.csv(path))
  scope.timeout(KEPT, () => URL.revokeObjectURL(url))
  html('a', { href: url, download: `${name}.csv` }).click()
}
