import { t } from '../kit/messages/messages'
import type { Problem } from './types'

/** A request that failed: what happened (`message`), what to do about it (`remedy`), and the HTTP status, 0 for none. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly remedy: string,
    /** Before which the server does not want this request again. */
    readonly retryAfterSeconds = 0,
  ) {
    super(message)
  }

  /** Whether the same request may succeed later. */
  get transient(): boolean {
    const damagedOnTheWay = this.code === 'digest_mismatch'
    return damagedOnTheWay || this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }

  static unreachable(): ApiProblem {
    const { what, remedy } = t('failure.unreachable', { returnObjects: true })
    return new ApiProblem(0, 'unreachable', what, remedy)
  }

  static timedOut(): ApiProblem {
    const { what, remedy } = t('failure.timedOut', { returnObjects: true })
    return new ApiProblem(0, 'timed_out', what, remedy)
  }

  /** Something other than our server answered, such as a login page of the network. */
  static notFromServer(): ApiProblem {
    const { what, remedy } = t('failure.notFromServer', { returnObjects: true })
    return new ApiProblem(0, 'not_from_server', what, remedy)
  }

  static async from(response: Response): Promise<ApiProblem> {
    const body: unknown = await response.json().catch(() => null)
    const wait = Number(response.headers.get('Retry-After')) || 0
    if (isProblem(body)) return new ApiProblem(response.status, body.code, body.detail, body.remedy ?? '', wait)
    const status = `${response.status} ${response.statusText}`.trimEnd()
    const { what, remedy } = t('failure.unexpected', { returnObjects: true, status })
    return new ApiProblem(response.status, 'unexpected', what, remedy, wait)
  }
}

function isProblem(body: unknown): body is Partial<Problem> & Pick<Problem, 'code' | 'detail'> {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}
