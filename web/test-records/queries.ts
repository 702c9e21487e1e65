import { queryOptions } from '@tanstack/react-query'
import { getTestRecord, listTestRecords } from '../../contract/test-records/endpoints.ts'
import { call } from '../api/client.ts'
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

/** Loads the import by which a list is filtered; one that is gone stays unnamed. What reads imports is loaded with it. */
export function importNameQuery(id: string) {
  return queryOptions({
    queryKey: ['getImport', 'name', id],
    queryFn: async ({ signal }) => {
      const { getImport } = await import('../../contract/imports/endpoints.ts')
      return await call(getImport, { params: { id }, signal, errors: 'caller' })
    },
    retry: false,
  })
}

/** Loads the user by whom a list is filtered. What reads users is loaded with it, because a list does not need it at first. */
export function recorderQuery(id: string) {
  return queryOptions({
    queryKey: ['getUser', 'name', id],
    queryFn: async ({ signal }) => {
      const { getUser } = await import('../../contract/users/reading.ts')
      return await call(getUser, { params: { id }, signal })
    },
  })
}
