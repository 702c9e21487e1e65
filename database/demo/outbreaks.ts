import { usualRules } from '../../contract/outbreaks/rules.ts'
import type { Place } from './test-records.ts'

/**
 * Has the server look for outbreaks in a tenant of people in England, whose records hold some. Five positive tests are one,
 * so that not every group has one. Nobody is mailed, because nobody reads the mailboxes of the demo.
 */
export function lookForOutbreaks({ plan, tenantId: tenant_id, members }: Place) {
  if (plan.country !== 'GB' || plan.subjects.kind !== 'human') return { rules: [], turns: [], refusals: [] }
  const { withinHours, countedBy, daysSarsCov2, daysOther, testEveryDays } = usualRules
  return {
    rules: [
      {
        tenant_id,
        is_on: true,
        positives: 5,
        within_hours: withinHours,
        counted_by: countedBy,
        days_sars_cov_2: daysSarsCov2,
        days_other: daysOther,
        test_every_days: testEveryDays,
      },
    ],
    turns: [{ tenant_id, round: 'find-outbreaks', has_changed: true, is_visited: false }],
    refusals: members.map(({ row }) => ({ tenant_id, user_id: row.id })),
  }
}
