import { keepPreviousData, useMutation, useQueryClient, queryOptions } from '@tanstack/react-query'
import { getDashboard } from '../../contract/dashboard/endpoints.ts'
import { getTestRecord, listTestRecords, recordTest } from '../../contract/test-records/endpoints.ts'
import type { NewTestRecord } from '../../contract/test-records/new-test-record.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { isBackwards } from '../ui/date-range.ts'
import { perPageText } from '../lists/list-address.ts'
import { defaultSort, filterOf, type ListSearch } from './list-search.ts'

/**
 * The page of the list that an address asks for. The page before stays in sight while it loads. A range that is
 * counted from now, such as today, is keyed by its bounds, which change once a day.
 */
export function testRecordsQuery(search: ListSearch) {
  return queryOptions({
    ...queryOf(listTestRecords, {
      query: {
        ...filterOf(search),
        sort: search.sort ?? defaultSort,
        per_page: perPageText(search.perPage),
        ...(search.cursor !== undefined && { cursor: search.cursor }),
      },
    }),
    placeholderData: keepPreviousData,
    enabled: !isBackwards(search),
  })
}

export function testRecordQuery(id: string) {
  return queryOf(getTestRecord, { params: { id } })
}

/** Saves a test. A repeat with the same key is answered with the record that the first attempt stored. */
export function useRecordTest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, idempotencyKey }: { body: NewTestRecord; idempotencyKey: string }) => {
      const reply = await call(recordTest, { body, headers: { 'Idempotency-Key': idempotencyKey }, errors: 'caller' })
      return reply.data
    },
    onSuccess: (record) => {
      queries.setQueryData(testRecordQuery(record.id).queryKey, { data: record })
      void queries.invalidateQueries({ queryKey: [listTestRecords.name] })
      void queries.invalidateQueries({ queryKey: [getDashboard.name] })
    },
  })
}
