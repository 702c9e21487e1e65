import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { v5 as idFrom } from 'uuid'
import type { Address } from '../../../contract/rules/address.ts'
import type { PersonDetails } from '../../../contract/subjects/details.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { recordInActorScope } from '../../access/actor-predicate.ts'
import { onTrue } from '../../access/listing/by-key.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'
import { labColumns, labOf } from '../../groups/columns.ts'
import { linesTold, type ReportedTest } from '../reported-test.ts'
import {
  isBehind,
  isFinding,
  mayHaveArrived,
  missingOf,
  outcomeInstead,
  outcomeTold,
  namedPerson,
} from '../repository.ts'

/**
 * Items of a rule. With `seenBy` they are those that its actor sees, and without it those of the tenant that are sent by
 * themselves: what was in a report that was withdrawn by hand, or may have arrived, is left to a person.
 */
export interface ReadyFilter {
  ruleId: string
  ids?: readonly string[] | null
  except?: readonly string[]
  seenBy?: ActorScope
}

/**
 * Locks at most so many items of a rule that lack nothing and were not told, the most urgent first. An item whose record
 * says something else by now waits for the item of that version, and one behind an earlier version that is being sent waits until
 * that has left. One that another transaction has locked is left out,
 * because it is being told.
 */
export async function lockReady(
  scope: Scope,
  { ruleId, ids, except = [], seenBy }: ReadyFilter,
  most: number,
): Promise<string[]> {
  const seen: RawBuilder<SqlBool> =
    seenBy === undefined ? sql<SqlBool>`${mayHaveArrived(scope)} is null` : recordInActorScope(seenBy, 'r')
  const rows = await scope.db
    .selectFrom('notifications as n')
    .innerJoin('notification_rule_versions as v', (join) =>
      join.onRef('v.rule_id', '=', 'n.rule_id').onRef('v.version', '=', 'n.rule_version'),
    )
    .innerJoin('notification_rules as u', 'u.id', 'n.rule_id')
    .innerJoin('notification_rule_versions as p', (join) =>
      join.onRef('p.rule_id', '=', 'u.id').onRef('p.version', '=', 'u.version'),
    )
    .innerJoin('test_records as r', 'r.id', 'n.test_record_id')
    .innerJoinLateral(namedPerson(scope), onTrue)
    .innerJoin('subject_identities as i', 'i.subject_id', 'named.id')
    .leftJoin('subject_details as d', 'd.subject_id', 'i.subject_id')
    .innerJoin('groups as g', 'g.id', 'n.group_id')
    .innerJoin('organisations as o', 'o.id', 'n.organisation_id')
    .innerJoin('assays as a', 'a.id', 'r.assay_id')
    .where('n.rule_id', '=', ruleId)
    .where('n.state', 'in', ['open', 'rejected'])
    .where(isOfLatest(scope))
    // What was told is removed while its set says nothing.
    .where(
      sql<SqlBool>`(n.kind = 'removal' or (${isFinding(scope)} and n.outcome is not distinct from ${outcomeInstead(scope)}))`,
    )
    .where(sql<SqlBool>`cardinality(${missingOf(scope)}) = 0`)
    .where(sql<SqlBool>`not ${isBehind(scope)}`)
    .where(seen)
    .$if(ids != null, (query) => query.where(sql<SqlBool>`n.id = any(${ids ?? []}::uuid[])`))
    .$if(except.length > 0, (query) => query.where(sql<SqlBool>`n.id <> all(${except}::uuid[])`))
    .select('n.id')
    .orderBy('n.due_at')
    .orderBy('n.id')
    .limit(most)
    .forUpdate('n')
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** True for an item whose record says nothing else since. Undoing a merge changes the version of a record alone. */
function isOfLatest({ tenant }: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from test_record_versions f
    where f.tenant_id = ${tenant.id} and f.test_record_id = n.test_record_id and f.version >= n.record_version
  )`
}

/**
 * What a removal removes: what the record said when it was told, unless it says that still. What it says since may be a result
 * that must not leave yet.
 */
function removedContent({ tenant }: Scope) {
  return sql<Pick<TestRecord, 'analyteResults' | 'result'> | null>`(
    select f.snapshot from notifications removed
    join test_record_versions f on f.tenant_id = ${tenant.id} and f.test_record_id = removed.test_record_id
      and f.version >= removed.record_version
    where removed.tenant_id = ${tenant.id} and removed.id = n.refers_to and n.kind = 'removal'
    order by f.version limit 1)`
}

/** The reports `w` that an item `n` was in and that have left. One that sends the file of another again tells nothing new. */
function reportsThatLeft({ tenant }: Scope) {
  return sql`notification_report_items l
    join notification_reports w on w.tenant_id = ${tenant.id} and w.id = l.report_id
    where l.tenant_id = ${tenant.id} and l.notification_id = n.id and w.state <> 'withdrawn' and w.again_of is null`
}

/** True if a report of the item may have arrived and was withdrawn, unless another one has left since. */
function mayRepeat(scope: Scope): RawBuilder<boolean> {
  const { tenant } = scope
  return sql<boolean>`exists (
    select from notification_report_items h
    join notification_reports p on p.tenant_id = ${tenant.id} and p.id = h.report_id
    where h.tenant_id = ${tenant.id} and h.notification_id = n.id and p.state = 'withdrawn' and p.may_have_arrived
      and not exists (select from ${reportsThatLeft(scope)} and w.made_at > p.made_at))`
}

function tests(scope: Scope, ids: readonly string[]) {
  return scope.db
    .selectFrom('notifications as n')
    .innerJoin('tenants as t', 't.id', 'n.tenant_id')
    .innerJoin('test_records as r', 'r.id', 'n.test_record_id')
    .innerJoin('groups as g', 'g.id', 'r.group_id')
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .innerJoin('assay_versions as a', (join) =>
      join.onRef('a.assay_id', '=', 'r.assay_id').onRef('a.version', '=', 'r.assay_version'),
    )
    .innerJoin('assays as k', 'k.id', 'r.assay_id')
    .innerJoinLateral(namedPerson(scope), onTrue)
    .leftJoin('subject_identities as i', 'i.subject_id', 'named.id')
    .where(sql<SqlBool>`n.id = any(${ids}::uuid[])`)
    .where(isOfLatest(scope))
    .select(['n.id', 'n.kind', 'n.version_at', 'named.id as subject_id', 'r.test_id', 'r.version', 'r.performed_at'])
    .select(['r.performed_zone', 'r.analyte_results', 'r.result', 'r.specimen', 'r.lot'])
    .select(['a.name as kit_name', 'a.manufacturer', 'a.model', 'a.gtin', 'a.analytes', 'a.specimens'])
    .select('k.analytes as analytes_now')
    .select(removedContent(scope).as('removed'))
    .select(outcomeTold(scope).as('outcome'))
    .select(mayRepeat(scope).as('may_repeat'))
    .select([
      't.name as tenant_name',
      sql<number>`(select count(*)::int from ${reportsThatLeft(scope)})`.as('times_told'),
    ])
    .select(['i.first_name', 'i.last_name', 'i.date_of_birth', 'i.email', 'i.local_id'])
    .select(['g.id as group_id', 'g.name as group_name', 'g.phone as group_phone', ...labColumns])
    .select(['o.id as organisation_id', 'o.name as organisation_name', 'o.phone as organisation_phone', 'o.npi'])
    .select(['o.street_address', 'o.street_address_2', 'o.city', 'o.state', 'o.county', 'o.country', 'o.postcode'])
}
export type TestRow = Awaited<ReturnType<ReturnType<typeof tests>['execute']>>[number]

/**
 * Reads the tests of items in no certain order. `toTest` makes each a test. It leaves out items whose record was changed
 * after they were locked, because what they say would be told as what the record said before.
 */
export async function readTestRows(scope: Scope, ids: readonly string[]): Promise<TestRow[]> {
  return await tests(scope, ids).execute()
}

/** Converts a row of `readTestRows`, with what may be told of the person. */
export function toTest(row: TestRow, details: PersonDetails): ReportedTest {
  const { labName, labAddress, clia, orderingProvider } = labOf(row)
  const { specimens, specimen } = row
  const { analyteResults, result } = row.removed ?? { analyteResults: row.analyte_results, result: row.result }
  // Codes that were entered since are those of the same analytes, and `missingOf` waits for them.
  const codes = new Map(
    [...row.analytes, ...row.analytes_now].flatMap(({ id, loinc }) => (loinc === null ? [] : [[id, loinc] as const])),
  )
  return {
    id: row.id,
    messageId: row.times_told === 0 ? row.id : idFrom(String(row.times_told), row.id),
    tenantName: row.tenant_name,
    testId: row.test_id,
    kind: row.kind,
    version: row.version,
    performedAt: row.performed_at,
    zone: row.performed_zone,
    issuedAt: row.version_at,
    mayRepeat: row.may_repeat,
    lines: linesTold(analyteResults, result, row.outcome).map((line) => ({
      analyte: line.analyteName,
      loinc: codes.get(line.analyteId) ?? null,
      result: line.result,
      isOutcome: line.isOutcome,
    })),
    specimen:
      specimen === null
        ? null
        : { name: specimen, snomed: specimens.find(({ name }) => name === specimen)?.snomed ?? null },
    lot: row.lot,
    kit: { name: row.kit_name, manufacturer: row.manufacturer, model: row.model, gtin: row.gtin },
    person: {
      id: row.subject_id,
      firstName: row.first_name,
      lastName: row.last_name,
      dateOfBirth: row.date_of_birth,
      email: row.email,
      localId: row.local_id,
      details,
    },
    group: {
      id: row.group_id,
      name: row.group_name,
      address: labAddress,
      phone: row.group_phone,
      clia,
      labName,
      provider: orderingProvider,
    },
    organisation: {
      id: row.organisation_id,
      name: row.organisation_name,
      address: addressOf(row),
      phone: row.organisation_phone,
      npi: row.npi,
    },
  }
}

function addressOf(row: TestRow): Address | null {
  if (row.country === null) return null
  const { city, state, county, country, postcode } = row
  // Stored addresses have passed the rules of an address.
  return {
    streetAddress: row.street_address,
    streetAddress2: row.street_address_2,
    city,
    state,
    county,
    country,
    postcode,
  } as Address
}
