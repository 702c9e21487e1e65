import { sql, type RawBuilder } from 'kysely'
import { mostCasesShown } from '../../contract/outbreaks/outbreak.ts'
import { mostInRound } from '../../contract/rounds/round.ts'
import type { Result } from '../../contract/rules/results.ts'
import type { PersonDetails } from '../../contract/subjects/details.ts'
import type { FileFormat } from '../../contract/listing.ts'
import { isHeldBack, recordInActorScope, recordThatLeaves } from '../access/actor-predicate.ts'
import { selectCells, type CsvRows } from '../access/exports/copy-rows.ts'
import type { FileColumn } from '../access/exports/csv-cells.ts'
import type { ActorScope } from '../access/scope.ts'
import type { SubjectRow } from '../subjects/columns.ts'
import { keyOfUnit, listAnalytes } from './finding-repository.ts'
import type { OutbreakRow } from './repository.ts'

interface Member extends SubjectRow {
  unit: string | null
  room: string | null
  role: PersonDetails['role']
}

export interface CaseRow extends Member {
  id: string
  test_id: string
  performed_at: Date
  day: string
  sex: PersonDetails['sex']
  age: number | null
  assay_name: string
  result: Result
  earlier_result: Result | null
  earlier_at: Date | null
}

export interface UntestedRow extends Member {
  last_result: Result | null
  last_at: Date | null
}

/** Lists the cases of an outbreak that the caller found in the actor's scope, by the time of their tests. */
export async function listCases(scope: ActorScope, outbreak: OutbreakRow): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select c.* from (${casesOf(scope, outbreak, await lineIds(scope, outbreak))}) as c
    order by c.performed_at, c.id limit ${sql.lit(mostCasesShown)}`.execute(scope.db)
  return rows
}

/** Counts all cases of an outbreak by the day of their test on its own clock. */
export async function countDays(scope: ActorScope, outbreak: OutbreakRow): Promise<{ day: string; cases: number }[]> {
  const { rows } = await sql<{ day: string; cases: number }>`
    select c.day, count(*)::int as cases from (${casesOf(scope, outbreak, await lineIds(scope, outbreak))}) as c
    group by c.day order by c.day`.execute(scope.db)
  return rows
}

/** Selects the cases of an outbreak as the rows of a file with these columns, over the alias `c`. */
export async function exportedCases(
  scope: ActorScope,
  outbreak: OutbreakRow,
  columns: readonly FileColumn[],
  format: FileFormat,
): Promise<CsvRows> {
  const cases = casesOf(scope, outbreak, await lineIds(scope, outbreak))
  const rows = scope.db
    .selectFrom(sql<CaseRow>`(${cases})`.as('c'))
    .orderBy('c.performed_at')
    .orderBy('c.id')
  return selectCells(rows, columns, format)
}

/**
 * The first positive test of each person in the outbreak, with who they are and what the tenant keeps of them. The list leaves
 * Lateral as a file and on paper, so it lacks what is held back.
 */
function casesOf(scope: ActorScope, outbreak: OutbreakRow, lines: readonly string[]): RawBuilder<unknown> {
  const tenantId = scope.tenant.id
  const kept = (kind: 'unit' | 'role' | 'sex', column: string) =>
    scope.tenant.subjectDetails.includes(kind) ? sql.ref(column) : sql`null::text`
  return sql`
    select r.id, r.test_id, r.performed_at, r.performed_zone, r.result,
      to_char(r.performed_at at time zone r.performed_zone, 'YYYY-MM-DD') as day,
      s.id as subject_id, s.kind as subject_kind, s.group_id as subject_group_id, i.email, i.date_of_birth, i.first_name,
      i.last_name, i.local_id, i.custom_id_1, i.custom_id_2, i.subject_id as identity_of,
      ${kept('unit', 'd.unit')} as unit, ${kept('unit', 'd.room')} as room, ${kept('role', 'd.role')} as role,
      ${kept('sex', 'd.sex')} as sex,
      case when i.date_of_birth::date <= (r.performed_at at time zone r.performed_zone)::date then
        extract(year from age((r.performed_at at time zone r.performed_zone)::date, i.date_of_birth::date))::int end as age,
      a.name as assay_name, e.result as earlier_result, e.performed_at as earlier_at, e.performed_zone as earlier_zone
    from (
      select distinct on (t.subject_id) t.id, t.test_id, t.subject_id, t.performed_at, t.performed_zone, t.result, t.assay_id,
        t.assay_version
      from test_records t
      where t.tenant_id = ${tenantId} and t.group_id = ${outbreak.group_id}::uuid and t.state <> 'voided'
        and not ${isHeldBack(scope, 't.id')}
        and t.performed_at >= ${outbreak.opened_at.toISOString()}::timestamptz
        and t.performed_at <= ${outbreak.last_positive_at.toISOString()}::timestamptz
        and exists (
          select from jsonb_array_elements(t.analyte_results) as line
          where line ->> 'result' = 'positive' and t.assay_id || ' ' || (line ->> 'analyteId') = any(${lines}::text[]))
      order by t.subject_id, t.performed_at, t.id
    ) as r
    join subjects s on s.tenant_id = ${tenantId} and s.id = r.subject_id
    join assay_versions a on a.tenant_id = ${tenantId} and a.assay_id = r.assay_id and a.version = r.assay_version
    left join subject_identities i on i.tenant_id = ${tenantId} and i.subject_id = r.subject_id
    left join subject_details d on d.tenant_id = ${tenantId} and d.subject_id = r.subject_id
    left join lateral (${latestOf(scope, lines, sql`r.subject_id`, sql`b.performed_at < r.performed_at`)}) as e on true
    where ${inUnit(outbreak)}`
}

/**
 * Lists whom the group knows, in the outbreak's unit, and who was not tested for its analyte since it began, as far as
 * the actor sees. An invalid test leaves somebody untested.
 */
export async function listUntested(scope: ActorScope, outbreak: OutbreakRow): Promise<UntestedRow[]> {
  const tenantId = scope.tenant.id
  const lines = await lineIds(scope, outbreak)
  const kept = (kind: 'unit' | 'role', column: string) =>
    scope.tenant.subjectDetails.includes(kind) ? sql.ref(column) : sql`null::text`
  const { rows } = await sql<UntestedRow>`
    select s.id as subject_id, s.kind as subject_kind, s.group_id as subject_group_id, i.email, i.date_of_birth, i.first_name,
      i.last_name, i.local_id, i.custom_id_1, i.custom_id_2, i.subject_id as identity_of,
      ${kept('unit', 'd.unit')} as unit, ${kept('unit', 'd.room')} as room, ${kept('role', 'd.role')} as role,
      l.result as last_result, l.performed_at as last_at
    from subject_groups m
    join subjects s on s.tenant_id = ${tenantId} and s.id = m.subject_id
    join subject_identities i on i.tenant_id = ${tenantId} and i.subject_id = m.subject_id
    left join subject_details d on d.tenant_id = ${tenantId} and d.subject_id = m.subject_id
    left join lateral (${latestOf(scope, lines, sql`m.subject_id`, sql`true`)}) as l on true
    where m.tenant_id = ${tenantId} and m.group_id = ${outbreak.group_id}::uuid and ${inUnit(outbreak)}
      and not exists (
        select from test_records t cross join lateral jsonb_array_elements(t.analyte_results) as line
        where t.tenant_id = ${tenantId} and t.subject_id = m.subject_id and t.state <> 'voided'
          and t.performed_at >= ${outbreak.opened_at} and ${recordInActorScope(scope, 't')}
          and line ->> 'result' <> 'invalid' and t.assay_id || ' ' || (line ->> 'analyteId') = any(${lines}::text[]))
    order by i.last_name_key, i.first_name_key, s.id
    limit ${sql.lit(mostInRound)}`.execute(scope.db)
  return rows
}

/** Somebody's latest test for the outbreak's analyte, as `b`, in the reader's scope, with what it said of that analyte alone. */
function latestOf(
  scope: ActorScope,
  lines: readonly string[],
  subjectId: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select line ->> 'result' as result, b.performed_at, b.performed_zone
    from test_records b cross join lateral jsonb_array_elements(b.analyte_results) as line
    where b.tenant_id = ${scope.tenant.id} and b.subject_id = ${subjectId} and b.state <> 'voided' and ${condition}
      and b.assay_id || ' ' || (line ->> 'analyteId') = any(${lines}::text[])
      and ${recordThatLeaves(scope, 'b')}
    order by b.performed_at desc, b.id desc limit 1`
}

/** Narrows to the outbreak's unit, by the details `d` of a person. */
function inUnit({ counted_by, unit_key }: OutbreakRow): RawBuilder<boolean> {
  return counted_by === 'group' ? sql<boolean>`true` : sql<boolean>`${keyOfUnit} = ${unit_key}`
}

/** The lines of test kits that are for the outbreak's analyte, each as the ids of its assay and of itself. */
async function lineIds(scope: ActorScope, { analyte }: OutbreakRow): Promise<string[]> {
  const lines = (await listAnalytes(scope)).filter(({ key }) => key === analyte)
  return [...new Set(lines.map(({ assayId, analyteId }) => `${assayId} ${analyteId}`))]
}
