import type { ApiClient } from '../../../api/ApiClient'
import { ApiProblem } from '../../../api/ApiProblem'
import type { WordsVersion } from '../../../api/types'
import { button } from '../../../kit/dom/button'
import { html } from '../../../kit/dom/html'
import { Scope } from '../../../kit/lifecycle/Scope'
import { dayAndTime, plural } from '../../../kit/formatting/format'

/** All versions of an instruction's words, newest first; an older one may be made the newest again. */
export class History {
  readonly element = html('div', { class: 'history', 'data-testid': 'history' })
  private readonly scope: Scope
  private readonly status = html('p', { class: 'mend-status', role: 'status' })

  constructor(
    parent: Scope,
    private readonly client: Pick<ApiClient, 'wordsVersions' | 'restoreWords'>,
    private readonly instructionId: number,
    private readonly onRestored: () => void,
  ) {
    this.scope = new Scope(parent)
  }

  async load(): Promise<void> {
    await this.trying(async () => {
      const versions = await this.client.wordsVersions(this.instructionId)
      this.element.replaceChildren(html('ol', { class: 'versions' }, ...versions.map((each) => this.row(each, versions))), this.status)
    })
  }

  private row(version: WordsVersion, [newest]: readonly WordsVersion[]): HTMLElement {
    const isNewest = version.version === newest?.version
    const restore = () => void this.restore(version.version, newest?.version ?? 0)
    const label = `Restore version ${version.version}`
    const action = isNewest || version.state !== 'aligned' ? [] : [button(this.scope, { name: 'restore', label, look: 'link', press: restore })]
    return html(
      'li',
      { 'data-testid': 'version' },
      html('strong', {}, `Version ${version.version}${isNewest ? ', now' : ''}`),
      html('span', {}, whatHappened(version)),
      html('time', { datetime: version.created_at }, dayAndTime(version.created_at)),
      ...action,
    )
  }

  private async restore(version: number, newest: number): Promise<void> {
    await this.trying(async () => {
      await this.client.restoreWords(this.instructionId, version, newest)
      this.onRestored()
    })
  }

  private async trying(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      this.status.textContent = `${reason.message} ${reason.remedy}`.trimEnd()
      this.element.append(this.status)
    }
  }
}

/** In a line: who made the version, and how. */
export function whatHappened({ state, engine, made_by: by, restored, words, mended, text_changed: changed }: WordsVersion): string {
  if (state === 'failed') return `${engine} failed`
  if (state === 'outdated') return 'the Guide corrected the transcript'
  const who = by === null ? (mended > 0 ? 'from a file or the aligner' : `aligned by ${engine}`) : `by person ${by}`
  const count = mended === 0 ? plural(words, 'word') : `${mended} of ${plural(words, 'word')} mended`
  const how = restored === null ? count : `version ${restored} again`
  return [who, how, ...(changed ? ['transcript changed'] : [])].join(', ')
}
