import type { Random } from './random.ts'
import { mayRecordIn, type Place } from './test-records.ts'

const minute = 60 * 1000
/** The group that is being tested as a whole, by its place in the plan. */
const testedGroup = 3

/** A round that is under way: of half of the group's people something was entered. */
export function beginRound(place: Place, now: Date, random: Random) {
  const { tenantId: tenant_id, groups, members, subjects, assays, plan } = place
  const group = groups[testedGroup]
  const helpers = group === undefined ? [] : members.filter((member) => mayRecordIn(group, member))
  const [assay] = assays
  const [helper] = helpers
  if (group === undefined || helper === undefined || assay === undefined) return { rounds: [], roundRows: [] }
  const startedAt = new Date(now.getTime() - 45 * minute)
  const id = random.idAt(startedAt)
  const round = {
    tenant_id,
    id,
    organisation_id: group.row.organisation_id,
    group_id: group.row.id,
    assay_id: assay.row.id,
    assay_version: 1,
    specimen: assay.row.specimens[0]?.name ?? null,
    lot: 'ROUND-26',
    zone: plan.zone,
    timing: 'none',
    state: 'open',
    revision: 2,
    started_at: startedAt,
    started_by: helper.row.id,
  }
  const people = subjects.filter(({ row }) => row.group_id === group.row.id).slice(0, 40)
  const rows = people.map(({ row }, index) => {
    const isEntered = index < people.length / 2
    const outcome = index === 2 ? 'absent' : 'tested'
    const result = index === 4 ? 'positive' : 'negative'
    const at = isEntered ? new Date(startedAt.getTime() + (5 + index) * minute) : null
    return {
      tenant_id,
      round_id: id,
      subject_id: row.id,
      revision: 2,
      is_removed: false,
      outcome: isEntered ? outcome : null,
      analyte_results:
        isEntered && outcome === 'tested'
          ? assay.row.analytes.map((analyte) => ({ analyteId: analyte.id, result }))
          : null,
      performed_at: at,
      entered_by: isEntered ? random.pick(helpers).row.id : null,
      entered_at: at,
    }
  })
  return { rounds: [round], roundRows: rows }
}
