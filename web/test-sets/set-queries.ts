import { getTestRecord } from '../../contract/test-records/endpoints.ts'
import {
  getTestSet,
  listTestSets,
  printTestSet,
  stopTestSet,
  type StopReason,
} from '../../contract/test-sets/test-set.ts'
import { call } from '../api/client.ts'
import { useStored } from '../editing/use-action.ts'

export const useStopSet = (id: string) =>
  useStored({
    send: (body: { reason: StopReason }) => call(stopTestSet, { params: { id }, body, errors: 'caller' }),
    shownBy: [listTestSets, getTestSet, getTestRecord],
  })

/** Notes that the sheet of a set is printed. */
export const notePrint = (id: string) => call(printTestSet, { params: { id }, errors: 'caller' })
