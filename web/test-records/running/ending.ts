import { useQueryClient } from '@tanstack/react-query'
import { getDashboard } from '../../../contract/dashboard/endpoints.ts'
import { listTestRecords } from '../../../contract/test-records/endpoints.ts'
import {
  cancelTestRun,
  finishTestRun,
  type RunCancelling,
  type RunReading,
} from '../../../contract/test-runs/endpoints.ts'
import { countTestRuns, listTestRuns } from '../../../contract/test-runs/in-progress.ts'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useStored } from '../../editing/use-action.ts'
import { testRecordQuery } from '../queries.ts'
import { runQuery, runsQuery } from './queries.ts'

const shownBy = [listTestRuns, countTestRuns]

/** Records the result of a test in progress. A repeat is answered with the record that the first attempt stored. */
export function useFinishRun({ id, version }: TestRun) {
  const leave = useLeaving(id)
  return useStored({
    send: async (body: RunReading) =>
      leave(
        await call(finishTestRun, { params: { id }, body, headers: { 'If-Match': `"${version}"` }, errors: 'caller' }),
      ),
    shownBy: [...shownBy, listTestRecords, getDashboard],
    keptAs: (record) => testRecordQuery(record.id).queryKey,
  })
}

export function useCancelRun({ id, version }: TestRun) {
  const leave = useLeaving(id)
  return useStored({
    send: async (body: RunCancelling) =>
      leave(
        await call(cancelTestRun, { params: { id }, body, headers: { 'If-Match': `"${version}"` }, errors: 'caller' }),
      ),
    shownBy,
  })
}

/** Returns a handler that, if somebody else ended the test, loads it again, so that the panel says how it ended. */
export function useEndedMeanwhile(id: string) {
  const queries = useQueryClient()
  return async (error: unknown): Promise<boolean> => {
    if (!(error instanceof ApiError) || !error.code?.startsWith('test-run-')) return false
    await queries.invalidateQueries({ queryKey: runQuery(id).queryKey })
    return true
  }
}

/** Removes the card of a test as soon as a reply says that it has ended, and passes the reply on. */
function useLeaving(id: string) {
  const queries = useQueryClient()
  return <T>(reply: T): T => {
    queries.setQueryData(runsQuery().queryKey, (before) => {
      const data = before?.data.filter((run) => run.id !== id)
      return before && data && { ...before, data, total: before.total - before.data.length + data.length }
    })
    return reply
  }
}
