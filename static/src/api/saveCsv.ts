import type { TeamClient } from './TeamClient'
import { download } from '../kit/dom/download'
import type { Scope } from '../kit/lifecycle/Scope'

/** Fetches a table as CSV and hands it to the browser as a download. Rejects with an `ApiProblem`. */
export async function saveCsv(scope: Scope, client: Pick<TeamClient, 'csv'>, path: string, name: string): Promise<void> {
  download(scope, await client.csv(path), `${name}.csv`)
}
