/** What a page shows when it has no content: the reason, and what to do about it. */

import { say } from '../messages/staffMessages'

export interface Notice {
  /** The `data-testid`. */
  readonly name: string
  readonly title: string
  readonly detail: string
  readonly remedy?: string
  /** Something failed. */
  readonly bad?: boolean
}

/** A failed request, as the server describes it. */
interface FailedRequest {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly remedy: string
}

/** What a failed request means for the page; `title` is for what the server could not do. */
export function problemNotice(problem: FailedRequest, title: string): Notice {
  if (problem.status === 401) {
    return {
      name: 'not-signed-in',
      title: say('You are not signed in'),
      detail: say('This page shows people’s work, so it opens only with a manager’s own link.'),
      remedy: say('Open it with the link that you were given; it ends with #token=… .'),
    }
  }
  if (problem.status === 403) {
    return {
      name: 'not-a-manager',
      title: say('This page is for managers'),
      detail: say('Your link is for annotators: it opens the task pages.'),
      remedy: say('Ask the people who run the campaign for a manager’s link.'),
    }
  }
  if (problem.code === 'not_ready') return { name: 'not-ready', title: say('The numbers will be ready in a moment'), detail: problem.message }
  return { name: 'problem', title, detail: problem.message, remedy: problem.remedy, bad: true }
}

/** Whether this person's link does not open the page. */
export function isRefused({ status }: FailedRequest): boolean {
  return status === 401 || status === 403
}
