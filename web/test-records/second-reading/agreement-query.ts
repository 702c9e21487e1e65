import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAgreement } from '../../../contract/test-records/agreement.ts'
import { ownZone } from '../../browser.ts'
import { queryOf } from '../../api/query.ts'
import { latestMonths, type Months } from '../../ui/months.ts'

const usualMonths = 6

/** The months of an address; by default, the latest ones. */
export function monthsOf({ from, to }: Partial<Months>): Months {
  const latest = latestMonths(usualMonths, ownZone())
  const end = to ?? latest[0] ?? ''
  const start = from ?? latest.at(-1) ?? ''
  return { from: start > end ? end : start, to: end }
}

/** Loads the agreement of readers in some months; the previous data stays in sight until it arrives. */
export function agreementQuery({ from, to }: Months) {
  return queryOptions({
    ...queryOf(getAgreement, { query: { from, to, zone: ownZone() }, errors: 'caller' }),
    placeholderData: keepPreviousData,
  })
}
