import { sql, type RawBuilder } from 'kysely'
import type { Outcome } from '../../contract/rounds/round.ts'
import type { Result } from '../../contract/rules/results.ts'
import type { PersonDetails } from '../../contract/subjects/details.ts'
import { groupInActorScope, recordInActorScope } from '../access/actor-predicate.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { subjectNow } from '../access/subject-now.ts'
import type { FieldFailure } from '../platform/failure.ts'
import type { SubjectRow } from '../subjects/columns.ts'

/** What stands in a row of a round. */
export interface StoredEntry {
  outcome: Outcome | null
  reason: string | null
  analyte_results: { analyteId: string; result: Result }[] | null
  device_image_id: string | null
  note: string | null
}

export interface StoredRow extends StoredEntry {
  row_id: string
  revision: string
  is_removed: boolean
  applied_at: Date | null
  performed_at: Date | null
  entered_by: string | null
  test_record_id: string | null
  failure: FieldFailure[] | null
}

/** A row with the names that it needs to be shown. */
export interface NamedRow extends StoredRow, SubjectRow {
  entered_by_name: string | null
  entered_at: Date | null
  unit: string | null
  room: string | null
  role: PersonDetails['role']
  last_result: Result | null
  last_at: Date | null
}

/**
 * Lists the rows of a round that changed after a revision, those of `only` if it is given, with names; for a merged
 * subject, those of the one that was kept. The caller has found the round in the actor's scope.
 */
export async function listRows(
  scope: ActorScope,
  { roundId, after, only, startedAt }: { roundId: string; after: number; only?: readonly string[]; startedAt: Date },
): Promise<NamedRow[]> {
  const tenantId = scope.tenant.id
  const { rows } = await sql<NamedRow>`
    select w.subject_id as row_id, w.revision, w.is_removed, w.outcome, w.reason, w.analyte_results, w.device_image_id, w.note,
      w.applied_at, w.performed_at, w.entered_by, w.entered_at, w.test_record_id, w.failure, e.full_name as entered_by_name,
      s.id as subject_id, s.kind as subject_kind, s.group_id as subject_group_id, i.email, i.date_of_birth, i.first_name,
      i.last_name, i.local_id, i.custom_id_1, i.custom_id_2, i.subject_id as identity_of,
      d.unit, d.room, d.role, l.result as last_result, l.performed_at as last_at
    from round_rows w
    left join merged_subjects m on m.tenant_id = ${tenantId} and m.id = w.subject_id
    join subjects s on s.tenant_id = ${tenantId} and s.id = ${subjectNow('w.subject_id')}
    left join subject_identities i on i.tenant_id = ${tenantId} and i.subject_id = s.id
    left join subject_details d on d.tenant_id = ${tenantId} and d.subject_id = s.id
    left join users e on e.tenant_id = ${tenantId} and e.id = w.entered_by
    left join lateral (
      select r.result, r.performed_at from test_records r
      where r.tenant_id = ${tenantId} and r.subject_id = s.id and r.state <> 'voided' and r.performed_at < ${startedAt}
        and ${recordInActorScope(scope, 'r')}
      order by r.performed_at desc, r.id desc limit 1) l on true
    where w.tenant_id = ${tenantId} and w.round_id = ${roundId}::uuid and w.revision > ${after}
      and ${only === undefined ? sql`true` : sql`w.subject_id = any(${only}::uuid[])`}
    order by i.last_name_key, i.first_name_key, w.subject_id`.execute(scope.db)
  return rows
}

export type RosterRow = SubjectRow & Pick<NamedRow, 'unit' | 'room' | 'role' | 'last_result' | 'last_at'>

/** Lists whom a group in the actor's scope knows, by name. */
export async function listRosterRows(scope: ActorScope, groupId: string, most: number): Promise<RosterRow[]> {
  const tenantId = scope.tenant.id
  const { rows } = await sql<RosterRow>`
    select s.id as subject_id, s.kind as subject_kind, s.group_id as subject_group_id, i.email, i.date_of_birth, i.first_name,
      i.last_name, i.local_id, i.custom_id_1, i.custom_id_2, i.subject_id as identity_of,
      d.unit, d.room, d.role, l.result as last_result, l.performed_at as last_at
    from subject_groups m
    join subjects s on s.tenant_id = ${tenantId} and s.id = m.subject_id
    join subject_identities i on i.tenant_id = ${tenantId} and i.subject_id = s.id
    left join subject_details d on d.tenant_id = ${tenantId} and d.subject_id = s.id
    left join lateral (
      select r.result, r.performed_at from test_records r
      where r.tenant_id = ${tenantId} and r.subject_id = s.id and r.state <> 'voided' and ${recordInActorScope(scope, 'r')}
      order by r.performed_at desc, r.id desc limit 1) l on true
    where m.tenant_id = ${tenantId} and m.group_id = ${groupId}::uuid
    order by i.last_name_key, i.first_name_key, s.id limit ${most}`.execute(scope.db)
  return rows
}

/** Tells whether a group is in the actor's scope. */
export async function isGroupSeen(scope: ActorScope, groupId: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('groups as g')
    .where('g.id', '=', groupId)
    .where(groupInActorScope(scope, 'g'))
    .select('g.id')
    .executeTakeFirst()
  return row !== undefined
}

const storedColumns = [
  'subject_id as row_id',
  'revision',
  'is_removed',
  'outcome',
  'reason',
  'analyte_results',
  'device_image_id',
  'note',
  'applied_at',
  'performed_at',
  'entered_by',
  'test_record_id',
  'failure',
] as const

/** Finds rows of a locked round. */
export async function findStored(
  { db }: ActorScope,
  roundId: string,
  subjectIds: readonly string[],
): Promise<StoredRow[]> {
  return db
    .selectFrom('round_rows')
    .where('round_id', '=', roundId)
    .where('subject_id', 'in', subjectIds)
    .select(storedColumns)
    .execute()
}

/** Lists the rows with a result that is no record yet. */
export async function findUnstored({ db }: ActorScope, roundId: string): Promise<StoredRow[]> {
  return db
    .selectFrom('round_rows')
    .where('round_id', '=', roundId)
    .where('outcome', '=', 'tested')
    .where('test_record_id', 'is', null)
    .select(storedColumns)
    .orderBy('subject_id')
    .execute()
}

/** Tells whether anything of a round is a record. */
export async function hasStored({ db }: ActorScope, roundId: string): Promise<boolean> {
  const row = await db
    .selectFrom('round_rows')
    .where('round_id', '=', roundId)
    .where('test_record_id', 'is not', null)
    .select('subject_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** An entry that replaces what stands in a row; `performedAt` is when it was entered. */
export interface ToEnter extends StoredEntry {
  subjectId: string
  performedAt: Date | null
}

/** Writes what the actor entered. */
export async function enter(
  scope: ActorScope,
  { roundId, revision }: { roundId: string; revision: string },
  { subjectId, performedAt, analyte_results, ...entry }: ToEnter,
): Promise<void> {
  await scope.db
    .updateTable('round_rows')
    .set({
      ...entry,
      analyte_results: analyte_results === null ? null : JSON.stringify(analyte_results),
      revision,
      performed_at: performedAt,
      entered_by: scope.actor.id,
      entered_at: scope.now,
      failure: null,
    })
    .where('round_id', '=', roundId)
    .where('subject_id', '=', subjectId)
    .execute()
}

interface Invited {
  user_id: string | null
  email_key: string
}

/** Finds the row of an invited person in a round. */
export async function findRowOfInvited(scope: ActorScope, roundId: string, invited: Invited) {
  return await findInvited(
    scope,
    sql`select subject_id from round_rows
      where tenant_id = ${scope.tenant.id} and round_id = ${roundId}::uuid and not is_removed`,
    invited,
  )
}

/** Finds an invited person of a group. */
export async function findInvitedOfGroup(scope: ActorScope, groupId: string, invited: Invited) {
  return await findInvited(
    scope,
    sql`select subject_id from subject_groups where tenant_id = ${scope.tenant.id} and group_id = ${groupId}::uuid`,
    invited,
  )
}

/**
 * Finds an invited person among people: the subject that their account is linked to, or else the one without an account that has the
 * email of the invite, or had it before it was merged, and whose date of birth is not another than the account's: families share
 * an email. Undefined if that could be more than one person.
 */
async function findInvited(
  { db, tenant }: ActorScope,
  people: RawBuilder<unknown>,
  { user_id, email_key }: Invited,
): Promise<string | undefined> {
  const { rows } = await sql<{ row_id: string; person_id: string; is_linked: boolean }>`
    select p.subject_id as row_id, s.id as person_id, s.user_id is not null as is_linked
    from (${people}) p
    left join merged_subjects m on m.tenant_id = ${tenant.id} and m.id = p.subject_id
    join subjects s on s.tenant_id = ${tenant.id} and s.id = ${subjectNow('p.subject_id')}
    left join subject_identities i on i.tenant_id = ${tenant.id} and i.subject_id = s.id
    where s.user_id = ${user_id}::uuid or (s.user_id is null and (i.email_key = ${email_key} or exists (
      select from merged_subjects f where f.tenant_id = ${tenant.id} and f.subject_id = s.id and f.email_key = ${email_key}))
      and not exists (
        select from users u
        where u.tenant_id = ${tenant.id} and u.id = ${user_id}::uuid and u.date_of_birth <> i.date_of_birth))`.execute(
    db,
  )
  const linked = rows.filter(({ is_linked }) => is_linked)
  const [first, ...others] = linked.length > 0 ? linked : rows
  return others.every(({ person_id }) => person_id === first?.person_id) ? first?.row_id : undefined
}

/** Sets the time of rows that have neither a time nor an outcome, and returns their ids. */
export async function startTimers(
  scope: ActorScope,
  { roundId, revision }: { roundId: string; revision: string },
  subjectIds: readonly string[],
): Promise<string[]> {
  const started = await scope.db
    .updateTable('round_rows')
    .set({ applied_at: scope.now, revision })
    .where('round_id', '=', roundId)
    .where('subject_id', 'in', subjectIds)
    .where('applied_at', 'is', null)
    .where('outcome', 'is', null)
    .where('is_removed', '=', false)
    .returning('subject_id')
    .execute()
  return started.map(({ subject_id }) => subject_id)
}

/** Adds a person whom the group of the round knows, or brings them back. Returns false when the group does not know them. */
export async function addPerson(
  scope: ActorScope,
  { roundId, revision, groupId }: { roundId: string; revision: string; groupId: string },
  subjectId: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into round_rows as added (tenant_id, round_id, subject_id, revision)
    select m.tenant_id, ${roundId}::uuid, m.subject_id, ${revision}::bigint from subject_groups m
    where m.tenant_id = ${scope.tenant.id} and m.group_id = ${groupId}::uuid and m.subject_id = ${subjectId}::uuid
    on conflict (tenant_id, round_id, subject_id) do update set is_removed = false, revision = excluded.revision
    returning subject_id`.execute(scope.db)
  return rows.length > 0
}

export async function removePerson(
  { db }: ActorScope,
  { roundId, revision }: { roundId: string; revision: string },
  subjectId: string,
): Promise<void> {
  await db
    .updateTable('round_rows')
    .set({ is_removed: true, applied_at: null, revision })
    .where('round_id', '=', roundId)
    .where('subject_id', '=', subjectId)
    .execute()
}

/** Links a row to the record that its result became, or says why it did not become one. */
export async function setStored(
  { db }: ActorScope,
  { roundId, revision }: { roundId: string; revision: string },
  subjectId: string,
  outcome: { recordId: string } | { failure: readonly FieldFailure[] },
): Promise<void> {
  await db
    .updateTable('round_rows')
    .set(
      'recordId' in outcome
        ? { revision, test_record_id: outcome.recordId, failure: null }
        : { revision, failure: JSON.stringify(outcome.failure) },
    )
    .where('round_id', '=', roundId)
    .where('subject_id', '=', subjectId)
    .execute()
}

/**
 * Tells whether a photo may be named in a row: the actor uploaded it, and no record and no row has it.
 */
export async function isOwnNewPhoto(scope: ActorScope, imageId: string): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select not exists (select from test_records t where t.tenant_id = ${scope.tenant.id} and t.device_image_id = d.id)
      and not exists (select from test_record_versions t where t.tenant_id = ${scope.tenant.id} and t.device_image_id = d.id)
      and not exists (select from round_rows t where t.tenant_id = ${scope.tenant.id} and t.device_image_id = d.id) as is_free
    from device_images d
    where d.tenant_id = ${scope.tenant.id} and d.id = ${imageId}::uuid and d.uploaded_by = ${scope.actor.id}::uuid
  `.execute(scope.db)
  return rows[0]?.is_free ?? false
}

/** Finds the open rounds in which one of these subjects is. */
export async function findGroupsOfRounds({ db, tenant }: ActorScope, subjectId: string): Promise<string[]> {
  const { rows } = await sql<{ group_id: string }>`
    select distinct r.group_id from round_rows w join rounds r on r.tenant_id = ${tenant.id} and r.id = w.round_id
    left join merged_subjects m on m.tenant_id = ${tenant.id} and m.id = w.subject_id
    where w.tenant_id = ${tenant.id} and ${subjectId}::uuid in (w.subject_id, m.subject_id)
      and r.state in ('open', 'paused')
      and not w.is_removed`.execute(db)
  return rows.map(({ group_id }) => group_id)
}

/** Empties every row of these subjects, except for the link to a record, and takes those without one out of their rounds. */
export async function eraseRows({ db, tenant }: Scope, subjectIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update rounds set revision = revision + 1
    where tenant_id = ${tenant.id} and id in (
      select round_id from round_rows where tenant_id = ${tenant.id} and subject_id = any(${subjectIds}::uuid[]))
    returning id`.execute(db)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await sql`
    update round_rows w set reason = null, note = null, failure = null, revision = r.revision,
      outcome = case when w.test_record_id is null then null else w.outcome end,
      analyte_results = case when w.test_record_id is null then null else w.analyte_results end,
      device_image_id = case when w.test_record_id is null then null else w.device_image_id end,
      applied_at = null, is_removed = w.test_record_id is null
    from rounds r
    where w.tenant_id = ${tenant.id} and w.subject_id = any(${subjectIds}::uuid[])
      and r.tenant_id = ${tenant.id} and r.id = w.round_id and r.id = any(${ids}::uuid[])`.execute(db)
}

/** Keeps a subject from being erased or merged until the transaction ends. */
export async function holdPerson({ db }: ActorScope, subjectId: string): Promise<void> {
  await db.selectFrom('subjects').where('id', '=', subjectId).select('id').forKeyShare().execute()
}
