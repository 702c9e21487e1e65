import { useQuery } from '@tanstack/react-query'
import { countHeldBack } from '../../contract/test-records/endpoints.ts'
import { queryOf } from '../api/query.ts'
import type { TestRecordsSearch } from '../paths.ts'
import { testingAlgorithmsQuery } from '../testing-algorithms/queries.ts'
import { useT } from '../ui/phrases.ts'
import { testRecordAddress } from './queries.ts'

/** The time in milliseconds for which it is taken as known whether the tenant has algorithms. */
const algorithmsFresh = 5 * 60 * 1000

/** Says how many of the listed results no file has, because their sets of tests have no outcome; nothing if it has all. */
export function HeldBackNote({ search }: { search: TestRecordsSearch }) {
  const t = useT()
  const algorithms = useQuery({ ...testingAlgorithmsQuery(undefined), staleTime: algorithmsFresh }).data
  const { sort: _, ...query } = testRecordAddress.whole(search)
  const enabled = algorithms !== undefined && algorithms.data.length > 0
  const count = useQuery({ ...queryOf(countHeldBack, { query }), enabled }).data?.data.count ?? 0
  return count === 0 ? null : <span>{t('testRecords:export.lacks', { count })}</span>
}
