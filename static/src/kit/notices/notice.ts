/** What a page shows when it has no content: the reason, and what to do about it. */


export interface NoticeStep {
  readonly title: string
  readonly detail: string
  /** The command that does it. */
  readonly command: string
}

export interface Notice {
  /** The `data-testid`. */
  readonly name: string
  readonly title: string
  readonly detail: string
  readonly remedy?: string
  /** The steps to take, in order. */
  readonly steps?: readonly NoticeStep[]
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
      title: 'You are not signed in',
      detail: 'This page shows people’s work, so it opens only with a manager’s own link.',
      remedy: 'Open it with the link that you were given; it ends with #token=… .',
    }
  }
  if (problem.status === 403) {
    return {
      name: 'not-a-manager',
      title: 'This page is for managers',
      detail: 'Your link is for annotators: it opens the task pages.',
      remedy: 'Ask the people who run the campaign for a manager’s link.',
    }
  }
  if (problem.code === 'not_ready') return { name: 'not-ready', title: 'The numbers will be ready in a moment', detail: problem.message }
  return { name: 'problem', title, detail: problem.message, remedy: problem.remedy, bad: true }
}

/** Whether this person's link does not open the page. */
export function isRefused({ status }: FailedRequest): boolean {
  return status === 401 || status === 403
}
