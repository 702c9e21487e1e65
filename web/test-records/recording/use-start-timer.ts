import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { failureWords } from '../../api/failure-words.ts'
import { useUser } from '../../session/queries.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { alsoSay } from '../../ui/phrases.ts'
import type { FieldErrors } from './draft-check.ts'
import type { Draft } from './draft.ts'

/** Starts the timer of a draft instead of asking for a result. Its code is loaded on demand. */
export function useStartTimer(
  assay: AssayListItem,
  onStarted: (run: TestRun) => void,
  { onFound, onRefused }: { onFound: (errors: FieldErrors) => void; onRefused: (error: unknown) => void },
) {
  const queries = useQueryClient()
  const user = useUser()
  const { typing } = useDates()
  const starting = useMutation({
    mutationFn: async (draft: Draft) => {
      const [{ checkStart, startRun }] = await Promise.all([import('../running/start-run.ts'), alsoSay('testRuns')])
      const checked = checkStart(draft, assay, typing)
      if (checked.ok) onStarted(await startRun(queries, user.id, draft, checked.value))
      else onFound(checked.errors)
    },
    onError: (error) => {
      if (Object.keys(fieldErrors(error)).length > 0) onRefused(error)
    },
  })
  const [refused] = Object.values(fieldErrors(starting.error))
  return {
    start: (draft: Draft) => starting.mutate(draft),
    isPending: starting.isPending,
    error:
      refused ??
      failureWords(starting.error, { failed: 'recordingDetails:timer.failed', offline: 'recording:review.offline' }),
  }
}
