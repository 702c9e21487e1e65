import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAgreement } from '../../../contract/test-records/agreement.ts'
import { ownZone } from '../../browser.ts'
import { queryOf } from '../../api/query.ts'
import { latestMonths, type Months } from './months.ts'

/** How many months are shown unless said otherwise. */
const usualMonths = 6

/** What an address asks for: the last months, unless it says which. */
export function monthsOf({ from, to }: Partial<Months>): Months {
  const latest = latestMonths(usualMonths, ownZone())
  const end = to ?? latest[0] ?? ''
  const start = from ?? latest.at(-1) ?? ''
  return { from: start > end ? end : start, to: end }
}

/** How far readers agree in some months; what was shown before stays until it is there. */
export function agreementQuery({ from, to }: Months) {
  return queryOptions({
    ...queryOf(getAgreement, { query: { from, to, zone: ownZone() }, errors: 'caller' }),
    placeholderData: keepPreviousData,
  })
}
