import { notificationTemplates } from '../../contract/notifications/templates.ts'
import type { NeededField } from '../../contract/notifications/rule-parts.ts'
import { keyOfTests } from '../../contract/monthly-reports/report-codes.ts'
import type { Random } from './random.ts'
import type { Place, PlacedRecord } from './test-records.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** The authority has answered what it was told of tests that were recorded longer ago than this. */
const answeredAfter = 26 * hour
const told = 4 * day

/** What the tenant needs to know before it tells: of these details it keeps some, and not of everybody. */
const needed: readonly NeededField[] = ['name', 'dateOfBirth', 'sex']

/**
 * A rule of England, which a tenant of people there has switched on, with what it asks for of the last days: the oldest are
 * acknowledged, one or the other is overdue, and the latest wait to be told.
 */
export function notifyOfSome(
  { plan, tenantId: tenant_id, members }: Place,
  records: readonly PlacedRecord[],
  now: Date,
  random: Random,
) {
  const administrator = members.find(({ row }) => row.user_type === 'tenant')
  const template = notificationTemplates.find(({ id }) => id === 'england-sars-cov-2-day')
  const isInEngland = plan.country === 'GB' && plan.subjects.kind === 'human'
  if (!isInEngland || administrator === undefined || template === undefined) {
    return { rules: [], versions: [], items: [], follows: [] }
  }
  const { id: templateId, text, url, readOn, authority, content } = template
  const since = new Date(now.getTime() - told)
  const rule_id = random.idAt(since)
  const loincs = new Set(content.analytes.map(({ loinc }) => loinc))
  const asked = records.filter(({ row }) => {
    const isOf = plan.assays.some((assay) =>
      assay.analytes.some(
        ({ id, loinc }) =>
          loinc !== null &&
          loincs.has(loinc) &&
          row.analyte_results.some((line) => line.analyteId === id && content.results.includes(line.result)),
      ),
    )
    return row.recorded_at >= since && row.state === 'recorded' && isOf
  })
  const items = asked.map(({ row }) => {
    const due = new Date(row.recorded_at.getTime() + content.withinHours * hour)
    const isAnswered = now.getTime() - row.recorded_at.getTime() > answeredAfter
    const answeredAt = isAnswered ? new Date(row.recorded_at.getTime() + random.between(2, 20) * hour) : null
    return {
      tenant_id,
      id: random.idAt(row.recorded_at),
      rule_id,
      rule_version: 1,
      test_record_id: row.id,
      record_version: 1,
      organisation_id: row.organisation_id,
      group_id: row.group_id,
      kind: 'first',
      state: isAnswered ? 'acknowledged' : 'open',
      version_at: row.recorded_at,
      due_at: due,
      warn_at: new Date(due.getTime() - (content.withinHours * hour) / 4),
      warned_at: isAnswered || due <= now ? now : null,
      overdue_told_at: isAnswered || due <= now ? now : null,
      sent_at: answeredAt,
      sent_by: isAnswered ? administrator.row.id : null,
      answered_at: answeredAt,
      answered_by: isAnswered ? administrator.row.id : null,
      answer_reason: isAnswered ? 'Entered in the authority’s portal' : null,
      version: isAnswered ? 2 : 1,
      created_at: row.recorded_at,
    }
  })
  return {
    rules: [{ tenant_id, id: rule_id, version: 1, created_at: since, told_at: now }],
    versions: [
      {
        tenant_id,
        rule_id,
        version: 1,
        since,
        on_since: since,
        made_by: administrator.row.id,
        name: 'Positive for SARS-CoV-2 within a day',
        authority: authority ?? '',
        contact: null,
        organisation_ids: [],
        group_ids: [],
        analytes: content.analytes,
        results: content.results,
        within_hours: content.withinHours,
        needed,
        format: 'csv',
        way: 'download',
        template: { id: templateId, text, url, readOn },
      },
    ],
    items,
    follows: [{ tenant_id, position: 0, has_more: true }],
  }
}

/** Ids of a ministry's DHIS2 for all groups and kits, with which the report of a month can be sent. */
export function codesOfMinistry({ plan, tenantId: tenant_id, groups, assays }: Place, random: Random) {
  if (plan.subjects.kind !== 'human') return []
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz'
  const uid = () => Array.from({ length: 11 }, () => letters.charAt(random.below(letters.length))).join('')
  return [
    ...groups.map(({ row }) => ({ tenant_id, kind: 'place', key: row.id, code: uid() })),
    ...assays.map(({ row }) => ({ tenant_id, kind: 'tests', key: keyOfTests(row.id, 'all'), code: uid() })),
    { tenant_id, kind: 'set', key: '', code: uid() },
  ]
}
