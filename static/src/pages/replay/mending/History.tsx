import { useEffect, useState } from 'preact/hooks'

import type { TeamClient } from '../../../api/TeamClient'
import { ApiProblem } from '../../../api/ApiProblem'
import type { WordsVersion } from '../../../api/types'
import { Time } from '../../../kit/formatting/figures'
import { Button } from '../../../kit/view/controls'
import { say } from '../../../kit/messages/staffMessages'
import { personText } from '../../../people/labels'

interface HistoryProps {
  readonly client: Pick<TeamClient, 'wordsVersions' | 'restoreWords'>
  readonly instructionId: number
  readonly restored: () => void
}

/** All versions of an instruction's words, newest first; an older one may be made the newest again. */
export function History({ client, instructionId, restored }: HistoryProps) {
  const [versions, setVersions] = useState<readonly WordsVersion[]>([])
  const [problem, setProblem] = useState('')
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (reason) {
      if (!(reason instanceof ApiProblem)) throw reason
      setProblem(`${reason.message} ${reason.remedy}`.trimEnd())
    }
  }
  useEffect(() => void attempt(async () => setVersions(await client.wordsVersions(instructionId))), [client, instructionId])
  const newest = versions[0]?.version ?? 0
  const restore = (version: number) =>
    attempt(async () => {
      await client.restoreWords(instructionId, version, newest)
      restored()
    })
  return (
    <div class="history" data-testid="history">
      <ol class="versions">
        {versions.map((each) => (
          <Version key={each.version} version={each} isNewest={each.version === newest} restore={() => void restore(each.version)} />
        ))}
      </ol>
      <p class="mend-status" role="status">
        {problem}
      </p>
    </div>
  )
}

interface VersionProps {
  readonly version: WordsVersion
  readonly isNewest: boolean
  readonly restore: () => void
}

function Version({ version, isNewest, restore }: VersionProps) {
  const { version: number, created_at: at, state } = version
  return (
    <li data-testid="version">
      <strong>{isNewest ? say('Version {{number}}, current', { number }) : say('Version {{number}}', { number })}</strong>
      <span>{whatHappened(version)}</span>
      <Time at={at} />
      {!isNewest && state === 'aligned' && <Button name="restore" label={say('Restore version {{number}}', { number })} look="link" press={restore} />}
    </li>
  )
}

/** In a line: who made the version, and how. */
export function whatHappened({ state, engine, made_by: by, restored, words, mended, text_changed: changed }: WordsVersion): string {
  if (state === 'failed') return say('{{engine}} failed', { engine })
  if (state === 'outdated') return say('the Guide corrected the transcript')
  const who = by === 0 ? say('from a file') : by === null ? (mended > 0 ? say('from a file or the aligner') : say('aligned by {{engine}}', { engine })) : say('by person {{number}}', { number: personText(by) })
  const count = mended === 0 ? say('{{n}} words', { count: words }) : say('{{mended}} of {{n}} words corrected', { mended, count: words })
  const how = restored === null ? count : say('version {{number}} restored', { number: restored })
  return [who, how, ...(changed ? [say('transcript changed')] : [])].join(', ')
}
