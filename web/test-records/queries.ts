import { queryOptions } from '@tanstack/react-query'
import { getTestRecord, listTestRecords } from '../../contract/test-records/endpoints.ts'
import { queryOf } from '../api/query.ts'
import { isBackwards } from '../ui/date-range.ts'
import { testRecordList } from '../../contract/test-records/filter.ts'
import type { TestRecordsSearch } from '../paths.ts'
import { rangedAddressOf } from '../routing/ranged-address.ts'

/** The addresses of the list of tests. They hold ranges and days where the contract has instants. */
export const testRecordAddress = rangedAddressOf(testRecordList)

/**
 * Loads the page of the list that an address asks for. A relative range such as today is keyed by its bounds, which
 * change once a day.
 */
export function testRecordsQuery(search: TestRecordsSearch) {
  return queryOptions({
    ...queryOf(listTestRecords, { query: testRecordAddress.page(search) }),
    enabled: !isBackwards(search),
  })
}

export function testRecordQuery(id: string) {
  return queryOf(getTestRecord, { params: { id } })
}
