import { sql, type RawBuilder } from 'kysely'
import { v7 as newId } from 'uuid'
import { keyOfAnalyte, usualRules, type OutbreakRules } from '../../contract/outbreaks/rules.ts'
import { isHeldBack } from '../access/actor-predicate.ts'
import type { Scope } from '../access/scope.ts'
import type { Positive } from './episodes.ts'

export async function findRules({ db }: Scope): Promise<OutbreakRules> {
  const row = await db
    .selectFrom('outbreak_rules')
    .select(['is_on', 'positives', 'within_hours', 'counted_by', 'days_sars_cov_2', 'days_other', 'test_every_days'])
    .executeTakeFirst()
  if (row === undefined) return usualRules
  return {
    isOn: row.is_on,
    positives: row.positives,
    withinHours: row.within_hours,
    countedBy: row.counted_by,
    daysSarsCov2: row.days_sars_cov_2,
    daysOther: row.days_other,
    testEveryDays: row.test_every_days,
  }
}

/** The version of the rules, which counts their changes; 0 before the first. */
export async function findVersionOfRules({ db }: Scope): Promise<number> {
  const row = await db.selectFrom('outbreak_rules').select('version').executeTakeFirst()
  return row?.version ?? 0
}

export async function storeRules({ db, tenant }: Scope, rules: OutbreakRules): Promise<void> {
  const columns = {
    is_on: rules.isOn,
    positives: rules.positives,
    within_hours: rules.withinHours,
    counted_by: rules.countedBy,
    days_sars_cov_2: rules.daysSarsCov2,
    days_other: rules.daysOther,
    test_every_days: rules.testEveryDays,
  }
  await db
    .insertInto('outbreak_rules')
    .values({ tenant_id: tenant.id, ...columns })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ ...columns, version: sql<number>`outbreak_rules.version + 1` }),
    )
    .execute()
}

/** Says whether the round that finds outbreaks visits the tenant. */
export async function keepTurn({ db }: Scope, isKept: boolean): Promise<void> {
  await sql`select keep_outbreak_turn(${isKept}::boolean)`.execute(db)
}

/** Lets one process at a time look for outbreaks in the tenant, or close one. The others wait. */
export async function lockOutbreaks({ db, tenant }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`outbreaks ${tenant.id}`}, 0))`.execute(db)
}

/** What is counted together: cases of an analyte in a group, or in a unit of it. */
export interface Counted {
  group_id: string
  counted_by: OutbreakRules['countedBy']
  unit_key: string
  analyte: string
}

export interface KnownOutbreak extends Counted {
  id: string
  zone: string
  opened_at: Date
  last_positive_at: Date
  cases: number
  closed_at: Date | null
  closed_because: 'over' | 'withdrawn' | 'person' | null
}

/** Lists the outbreaks that are open, and those whose latest case is not older than `since`. */
export async function listKnown({ db }: Scope, since: Date): Promise<KnownOutbreak[]> {
  return db
    .selectFrom('outbreaks')
    .where((where) => where.or([where('closed_at', 'is', null), where('last_positive_at', '>=', since)]))
    .select([
      'id',
      'group_id',
      'counted_by',
      'unit_key',
      'analyte',
      'zone',
      'opened_at',
      'last_positive_at',
      'cases',
      'closed_at',
      'closed_because',
    ])
    .orderBy('last_positive_at')
    .orderBy('id')
    .execute()
}

/** The unit of the details `d` as it is compared. Only the database does that, because others write small letters otherwise. */
export const keyOfUnit: RawBuilder<string> = sql`lower(btrim(coalesce(d.unit, '')))`

export interface PositiveRow extends Positive {
  groupId: string
  organisationId: string
  unit: string | null
  /** The unit as it is compared. */
  unitKey: string
  assayId: string
  analyteId: string
}

/**
 * Lists the positive lines of tests since a time, the earliest first, by the index of results. Voided tests do not count,
 * and a merged person's are those of the one who was kept.
 */
export async function listPositives({ db, tenant }: Scope, since: Date): Promise<PositiveRow[]> {
  const { rows } = await sql<PositiveRow>`
    select r.subject_id as "subjectId", r.performed_at as "performedAt", r.performed_zone as zone,
      r.group_id as "groupId", r.organisation_id as "organisationId", r.assay_id as "assayId",
      line ->> 'analyteId' as "analyteId", d.unit, ${keyOfUnit} as "unitKey",
      greatest(r.performed_at, r.recorded_at, case when r.state = 'corrected' then r.updated_at end) as "knownAt"
    from test_records r
    cross join lateral jsonb_array_elements(r.analyte_results) as line
    left join subject_details d on d.tenant_id = ${tenant.id} and d.subject_id = r.subject_id
    where r.tenant_id = ${tenant.id} and r.result = 'positive' and r.state <> 'voided'
      and not ${isHeldBack({ tenant }, 'r.id')}
      and r.performed_at >= ${since} and line ->> 'result' = 'positive'
    order by r.performed_at, r.id`.execute(db)
  return rows
}

/** An analyte of a test kit, by its key and its name. */
interface KnownAnalyte {
  assayId: string
  analyteId: string
  key: string
  name: string
}

/** Lists the analytes of every version of the tenant's assays; for one that was renamed, the newest name comes last. */
export async function listAnalytes({ db }: Scope): Promise<KnownAnalyte[]> {
  const rows = await db
    .selectFrom('assay_versions')
    .select(['assay_id', 'analytes'])
    .orderBy('assay_id')
    .orderBy('version')
    .execute()
  return rows.flatMap(({ assay_id, analytes }) =>
    analytes.map((analyte) => ({
      assayId: assay_id,
      analyteId: analyte.id,
      key: keyOfAnalyte(analyte),
      name: analyte.name.slice(0, 200),
    })),
  )
}

/** The parts of an outbreak that follow from its cases. */
export interface FromCases {
  zone: string
  opened_at: Date
  last_positive_at: Date
  cases: number
}

/** Returns the id of a new outbreak, or undefined if one is open for the same cases. */
export async function insertOutbreak(
  { db, tenant, now }: Scope,
  counted: Counted & { organisation_id: string; unit: string | null; analyte_name: string },
  fromCases: FromCases,
): Promise<string | undefined> {
  const made = await db
    .insertInto('outbreaks')
    .values({ tenant_id: tenant.id, id: newId(), found_at: now, ...counted, ...fromCases })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

export async function updateOutbreak(
  { db }: Scope,
  id: string,
  change: Partial<FromCases> & {
    closed_at?: Date | null
    closed_because?: KnownOutbreak['closed_because']
    closed_by?: string | null
    note?: string | null
    reopened_at?: Date
  },
): Promise<void> {
  await db.updateTable('outbreaks').set(change).where('id', '=', id).execute()
}

/**
 * Finds who looks after a group: its administrators and clinicians and the administrators of its organisation, who may see
 * tests and subjects and did not switch these emails off. If there is nobody, the tenant's administrators.
 */
export async function listReaders(scope: Scope, place: { organisationId: string; groupId: string }) {
  const { db, tenant } = scope
  const ofTypes = (isNear: boolean) =>
    db
      .selectFrom('users as u')
      .innerJoin('tenant_permissions as p', 'p.user_type', 'u.user_type')
      .where('u.status', '=', 'active')
      .where(sql<boolean>`p.permissions @> array['view-tests', 'view-subjects']`)
      .where(sql<boolean>`not exists (
        select from outbreak_mail_refusals o where o.tenant_id = ${tenant.id} and o.user_id = u.id)`)
      .where(
        isNear
          ? sql<boolean>`(u.user_type = 'organisation' and u.organisation_id = ${place.organisationId}::uuid
              or u.user_type in ('group', 'clinical') and exists (
                select from user_groups m
                where m.tenant_id = ${tenant.id} and m.user_id = u.id and m.group_id = ${place.groupId}::uuid))`
          : sql<boolean>`u.user_type = 'tenant'`,
      )
      .orderBy('u.id')
      .select(['u.id', 'u.email', 'u.lang'])
      .execute()
  const near = await ofTypes(true)
  return near.length > 0 ? near : await ofTypes(false)
}
