import { useState } from 'react'
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
import { newIdempotencyKey } from '../../api/idempotency-key.ts'

export function recordHistoryQuery(id: string, cursor: string | undefined) {
  return queryOf(listTestRecordHistory, { params: { id }, query: { ...(cursor && { cursor }) } })
}

export function useCorrectTest(id: string) {
  const keyOf = useKeyOfSent()
  return useStored({
    send: (body: RecordCorrection, headers: { 'If-Match': string }) =>
      call(correctTest, {
        params: { id },
        body,
        headers: { ...headers, 'Idempotency-Key': keyOf(body) },
        errors: 'caller',
      }),
    shownBy,
    keptAs: () => testRecordQuery(id).queryKey,
  })
}

export function useVoidTest({ id, version }: { id: string; version: number }) {
  const keyOf = useKeyOfSent()
  return useStored({
    send: (body: RecordVoiding) =>
      call(voidTest, {
        params: { id },
        body,
        headers: { 'If-Match': `"${version}"`, 'Idempotency-Key': keyOf(body) },
        errors: 'caller',
      }),
    shownBy,
    keptAs: () => testRecordQuery(id).queryKey,
  })
}

const shownBy = [listTestRecords, listTestRecordHistory, listDeliveries, getDashboard]

/**
 * Returns one idempotency key per body, so that a repeat after a lost reply is neither carried out twice nor refused.
 */
export function useKeyOfSent(): (body: object) => string {
  const [keys] = useState(() => new Map<string, string>())
  return (body) => {
    const sent = JSON.stringify(body)
    const key = keys.get(sent) ?? newIdempotencyKey()
    keys.set(sent, key)
    return key
  }
}
