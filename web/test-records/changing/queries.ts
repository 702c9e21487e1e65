import { listDeliveries } from '../../../contract/deliveries/endpoints.ts'
import { getDashboard } from '../../../contract/dashboard/endpoints.ts'
import {
  correctTest,
  listTestRecordHistory,
  voidTest,
  type RecordCorrection,
  type RecordVoiding,
} from '../../../contract/test-records/changing.ts'
import { listTestRecords } from '../../../contract/test-records/endpoints.ts'
import { call } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { useStored } from '../../editing/use-action.ts'
import { testRecordQuery } from '../queries.ts'

export function recordHistoryQuery(id: string, cursor: string | undefined) {
  return queryOf(listTestRecordHistory, { params: { id }, query: { ...(cursor && { cursor }) } })
}

export function useCorrectTest(id: string) {
  return useStored({
    send: (body: RecordCorrection, headers: { 'If-Match': string }) =>
      call(correctTest, { params: { id }, body, headers, errors: 'caller' }),
    shownBy,
    keptAs: () => testRecordQuery(id).queryKey,
  })
}

export function useVoidTest({ id, version }: { id: string; version: number }) {
  return useStored({
    send: (body: RecordVoiding) =>
      call(voidTest, { params: { id }, body, headers: { 'If-Match': `"${version}"` }, errors: 'caller' }),
    shownBy,
    keptAs: () => testRecordQuery(id).queryKey,
  })
}

const shownBy = [listTestRecords, listTestRecordHistory, listDeliveries, getDashboard]
