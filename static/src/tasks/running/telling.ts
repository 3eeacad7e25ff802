import type { ActionLog } from '../../actions/ActionLog'
import type { ApiClient } from '../../api/ApiClient'
import { ApiProblem } from '../../api/ApiProblem'
import type { DraftKeeper } from '../../storage/DraftKeeper'
import type { Aids } from '../phases/Aids'

/** What asks for the lease of its own accord. */
interface AtWork {
  rest: () => void
  goOn: () => void
}

interface Besides {
  aids: Aids
  actions: ActionLog | null
  renewals: AtWork
  drafts: AtWork & Pick<DraftKeeper, 'settled'>
}

/** A client that tells with each answer what the person had and did besides; without that, the answer is complete as well. */
export function telling(client: ApiClient, { aids, actions, renewals, drafts }: Besides): ApiClient {
  const submit: ApiClient['submit'] = async (leaseId, answer) => {
    const told = { ...answer, aids: aids.record }
    const log = (await actions?.finish()) ?? null
    renewals.rest()
    drafts.rest()
    await drafts.settled()
    try {
      const receipt = await client.submit(leaseId, log ? { ...told, actions: log } : told).catch((error: unknown) => {
        if (log && isRefused(error)) return client.submit(leaseId, told)
        throw error
      })
      actions?.end()
      return receipt
    } catch (error) {
      actions?.goOn()
      renewals.goOn()
      drafts.goOn()
      throw error
    }
  }
  return Object.assign(Object.create(client) as ApiClient, { submit })
}

/** Whether something that was sent was found wrong. */
const isRefused = (error: unknown): boolean => error instanceof ApiProblem && error.status === 422
