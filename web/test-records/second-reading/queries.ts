import { queryOptions } from '@tanstack/react-query'
import { getDashboard } from '../../../contract/dashboard/endpoints.ts'
import { listDeliveries } from '../../../contract/deliveries/endpoints.ts'
import { getAgreement } from '../../../contract/test-records/agreement.ts'
import { listTestRecordHistory } from '../../../contract/test-records/changing.ts'
import { getTestRecord, listTestRecords } from '../../../contract/test-records/endpoints.ts'
import {
  getReadings,
  getUnreadTest,
  listUnreadTests,
  readAgain,
  settleReadings,
  type NewSecondReading,
  type Settlement,
} from '../../../contract/test-records/second-reading.ts'
import { call } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { useStored } from '../../editing/use-action.ts'

export function unreadTestsQuery() {
  return queryOptions({ ...queryOf(listUnreadTests, { errors: 'caller' }), staleTime: 0 })
}

/** Counts the tests whose readings differ, as the total of the list with that filter. */
export function differingQuery() {
  return queryOptions({
    ...queryOf(listTestRecords, { query: { second_reading: 'differ', per_page: '5' }, errors: 'caller' }),
    staleTime: 0,
  })
}

/** Loads one test for its second reading. It is fetched once, because the server notes who opened it. */
export function unreadTestQuery(id: string) {
  return queryOptions({
    ...queryOf(getUnreadTest, { params: { id }, errors: 'caller' }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function readingsQuery(id: string) {
  return queryOf(getReadings, { params: { id }, errors: 'caller' })
}

/**
 * The queries that show the state of readings. A test that was just read stays in its panel, so it is not fetched
 * again.
 */
const shownBy = [listUnreadTests, listTestRecords, getTestRecord, getAgreement]

/** Records a second reading. A repeat is answered like the first attempt. */
export function useReadAgain(id: string) {
  return useStored({
    send: (body: NewSecondReading) => call(readAgain, { params: { id }, body, errors: 'caller' }),
    shownBy,
    keptAs: () => readingsQuery(id).queryKey,
  })
}

export function useSettleReadings(id: string, version: number) {
  return useStored({
    send: (body: Settlement) =>
      call(settleReadings, { params: { id }, body, headers: { 'If-Match': `"${version}"` }, errors: 'caller' }),
    // If the second reading is kept, the record is corrected with it.
    shownBy: [...shownBy, listTestRecordHistory, listDeliveries, getDashboard],
    keptAs: () => readingsQuery(id).queryKey,
  })
}
