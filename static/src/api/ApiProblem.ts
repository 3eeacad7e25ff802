import type { Problem } from './types'

/** A request that failed: what happened (`message`), what to do about it (`remedy`), and the HTTP status, 0 for none. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly remedy: string,
  ) {
    super(message)
  }

  /** Whether the same request may succeed later. */
  get transient(): boolean {
    const damagedOnTheWay = this.code === 'digest_mismatch'
    return damagedOnTheWay || this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500
  }

  static unreachable(): ApiProblem {
    const remedy = 'Check the network connection; nothing is lost, and you can try again.'
    return new ApiProblem(0, 'unreachable', 'The server did not answer.', remedy)
  }

  static timedOut(): ApiProblem {
    return new ApiProblem(0, 'timed_out', 'The server took too long to answer.', 'Try again in a moment; nothing is lost.')
  }

  /** A login page of the network, say, that answers in the server's place. */
  static notFromServer(): ApiProblem {
    const remedy = 'Sign in to the network that you use, if it asks for that, and try again.'
    return new ApiProblem(0, 'not_from_server', 'Something else answered in the place of the server.', remedy)
  }

  static async from(response: Response): Promise<ApiProblem> {
    const body: unknown = await response.json().catch(() => null)
    if (isProblem(body)) return new ApiProblem(response.status, body.code, body.detail, body.remedy ?? '')
    const message = `The server answered ${response.status} ${response.statusText}`.trimEnd() + '.'
    return new ApiProblem(response.status, 'unexpected', message, 'Try again in a moment.')
  }
}

function isProblem(body: unknown): body is Partial<Problem> & Pick<Problem, 'code' | 'detail'> {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}
