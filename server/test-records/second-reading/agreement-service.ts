import type { Query } from '../../../contract/endpoint.ts'
import { agreementOf } from '../../../contract/rules/agreement.ts'
import { results } from '../../../contract/rules/results.ts'
import {
  mostAgreements,
  type AgreementOf,
  type Agreements,
  type getAgreement as endpoint,
} from '../../../contract/test-records/agreement.ts'
import type { ActorScope } from '../../access/scope.ts'
import { countReadings, type AgreementRow } from './agreement-repository.ts'

/** Returns how far two readers of the same tests agree, for the tests that the actor sees. */
export async function getAgreement(scope: ActorScope, query: Query<typeof endpoint>): Promise<Agreements> {
  const rows = await countReadings(scope, query, mostAgreements)
  const of = (kind: AgreementRow['kind']) => rows.filter((row) => row.kind === kind)
  const overall = of('all')[0]?.counts ?? results.flatMap(() => results.map(() => 0))
  const seen = of('seen')[0]?.counts ?? []
  return {
    overall: toAgreement(overall),
    assays: of('assay').map(({ key, name, counts }) => ({ id: key ?? '', name: name ?? '', ...toAgreement(counts) })),
    // A reader who has left is not identified, but their readings count.
    readers: of('reader').map(({ key, name, counts }) => ({ id: name && key, name, ...toAgreement(counts) })),
    months: of('month')
      .map(({ key, counts }) => ({ month: key ?? '', ...toAgreement(counts) }))
      .toSorted((one, other) => (one.month < other.month ? 1 : -1)),
    seen: seen.reduce((sum, count) => sum + count, 0),
  }
}

/** Splits the counts into the rows of a table. */
function toAgreement(numbers: readonly number[]): AgreementOf {
  const counts = results.map((_, row) => numbers.slice(row * results.length, (row + 1) * results.length))
  return { ...agreementOf(counts), counts }
}
