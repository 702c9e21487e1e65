import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ActorScope } from './scope.ts'

/**
 * Tells whether the actor sees everything of the tenant: as its administrator, or as an operator who has entered its
 * records.
 */
export function seesAll({ actor }: ActorScope): boolean {
  return actor.userType === 'tenant' || actor.entry?.state === 'inside'
}

/** The columns that place a row, each as `alias.column`. */
export interface PlaceColumns {
  organisation: string
  group: string
  /** The column of the subject, if the row is about one. A patient sees the rows of their own subject. */
  subject?: string
}

/**
 * Narrows a tenant's rows to those that the actor may see (design: user type → scope). It is the only predicate for
 * this: every repository, list, count, chart and export applies it. Row-level security separates the tenants
 * underneath.
 */
export function inActorScope(scope: ActorScope, columns: PlaceColumns): RawBuilder<SqlBool> {
  const { actor, tenant } = scope
  if (seesAll(scope)) return sql<SqlBool>`true`
  switch (actor.userType) {
    case 'tenant':
      return sql<SqlBool>`true`
    case 'organisation':
    case 'provider':
      return actor.organisationId === null
        ? sql<SqlBool>`false`
        : sql<SqlBool>`${sql.ref(columns.organisation)} = ${actor.organisationId}::uuid`
    case 'group':
    case 'clinical':
      return oneOf(columns.group, actor.groupIds)
    case 'patient':
      return columns.subject === undefined
        ? sql<SqlBool>`false`
        : sql<SqlBool>`${sql.ref(columns.subject)} in (
            select id from subjects where tenant_id = ${tenant.id} and user_id = ${actor.id}::uuid)`
    case 'unlimited':
      // An operator who has entered this tenant was handled by `seesAll`; otherwise an operator sees no tenant's rows.
      return sql<SqlBool>`false`
  }
}

/**
 * Narrows test records, by the alias of their table, to the actor's scope: those on the screens of staff. A patient sees the
 * records about them. Patients and machines see none that is held back, and what leaves Lateral by staff is narrowed by
 * `recordThatLeaves` instead.
 */
export function recordInActorScope(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  const isStaff = scope.actor.userType !== 'patient' && !scope.actor.isMachine
  return isStaff ? ofRecord(scope, alias) : recordThatLeaves(scope, alias)
}

/**
 * Narrows test records, by the alias of their table, to those in the actor's scope that may leave Lateral, whoever takes them
 * out. Files, papers and FHIR, which other programs read, have no others.
 */
export function recordThatLeaves(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${ofRecord(scope, alias)} and not ${isHeldBack(scope, `${alias}.id`)})`
}

function ofRecord(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  const [organisation, group, subject] = [`${alias}.organisation_id`, `${alias}.group_id`, `${alias}.subject_id`]
  return inActorScope(scope, { organisation, group, subject })
}

/**
 * Tells whether a test record, by the column of its id, must not leave Lateral yet: it is a step of a testing algorithm whose
 * set has no outcome. A single one of its results is no finding. One that turned out to be somebody else's is no step any more.
 */
export function isHeldBack({ tenant }: Pick<ActorScope, 'tenant'>, id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from test_set_tests as held
    join test_sets as held_set on held_set.tenant_id = ${tenant.id} and held_set.id = held.test_set_id
    where held.tenant_id = ${tenant.id} and held.test_record_id = ${sql.ref(id)} and held_set.state <> 'ended'
      and ${isOfPersonOf({ tenant }, 'held', 'held_set')})`
}

/**
 * Tells whether the test of `test_set_tests as c` is about the person of its set `test_sets as t`, who may have been merged since.
 * One that turned out to be somebody else's is no step of the set, whose outcome is not theirs.
 */
export function isOfSetPerson(scope: Pick<ActorScope, 'tenant'>): RawBuilder<SqlBool> {
  return isOfPersonOf(scope, 'c', 't')
}

function isOfPersonOf({ tenant }: Pick<ActorScope, 'tenant'>, test: string, set: string): RawBuilder<SqlBool> {
  const began = sql.ref(`${set}.subject_id`)
  return sql<SqlBool>`exists (
    select from test_records as of_set
    where of_set.tenant_id = ${tenant.id} and of_set.id = ${sql.ref(`${test}.test_record_id`)} and of_set.subject_id = coalesce((
      select m.subject_id from merged_subjects as m where m.tenant_id = ${tenant.id} and m.id = ${began}), ${began}))`
}

/** Narrows groups, by the alias of their table, to the actor's scope. A patient is in no group and sees none. */
export function groupInActorScope(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  return inActorScope(scope, { organisation: `${alias}.organisation_id`, group: `${alias}.id` })
}

/**
 * Narrows subjects, by the alias of their table, to those that a group in the actor's scope knows, which need not be
 * the group that added them. A patient sees their own subject.
 */
export function subjectInActorScope(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  const { actor, tenant } = scope
  if (seesAll(scope)) return sql<SqlBool>`true`
  if (actor.userType === 'patient') return sql<SqlBool>`${sql.ref(`${alias}.user_id`)} = ${actor.id}::uuid`
  return sql<SqlBool>`exists (
    select from subject_groups as known
    where known.tenant_id = ${tenant.id} and known.subject_id = ${sql.ref(`${alias}.id`)}
      and ${inActorScope(scope, { organisation: 'known.organisation_id', group: 'known.group_id' })})`
}

/**
 * Narrows organisations, by their id as `alias.id`, to the actor's scope. Actors who are bound to groups see the
 * organisation that they belong to.
 */
export function organisationInActorScope(scope: ActorScope, id: string): RawBuilder<SqlBool> {
  if (seesAll(scope)) return sql<SqlBool>`true`
  return sql<SqlBool>`${sql.ref(id)} = ${scope.actor.organisationId}::uuid`
}

/**
 * Narrows assays, by the alias of their table, to the actor's scope. Assays belong to the tenant: members of an
 * organisation see those that it may use, and a patient sees those that every organisation may use.
 */
export function assayInActorScope(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  const { actor } = scope
  if (seesAll(scope)) return sql<SqlBool>`true`
  // The assays of the operator's own tenant are the catalogue.
  if (actor.userType === 'unlimited') return scope.tenant.isOperator ? sql<SqlBool>`true` : sql<SqlBool>`false`
  const ids = sql.ref(`${alias}.organisation_ids`)
  return sql<SqlBool>`(${ids} is null or ${actor.organisationId}::uuid = any(${ids}))`
}

/** Leaves out the accounts of tokens, by the alias of `users`: they are no people, and are in no list and no count of them. */
export function isPerson(alias: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${alias}.user_type`)} <> 'machine'`
}

/**
 * Narrows users, by the alias of their table: the tenant's administrator sees all of them, an organisation its own, and
 * a group those who share it. Patients without an organisation are therefore seen by the tenant alone.
 */
export function userInActorScope(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  const { actor, tenant } = scope
  if (seesAll(scope)) return isPerson(alias)
  switch (actor.userType) {
    case 'tenant':
      return isPerson(alias)
    case 'organisation':
    case 'provider':
      return sql<SqlBool>`${sql.ref(`${alias}.organisation_id`)} = ${actor.organisationId}::uuid`
    case 'group':
    case 'clinical':
      return sql<SqlBool>`exists (
        select from user_groups as shared
        where shared.tenant_id = ${tenant.id} and shared.user_id = ${sql.ref(`${alias}.id`)}
          and shared.group_id = any(${actor.groupIds}::uuid[]))`
    case 'patient':
    case 'unlimited':
      return sql<SqlBool>`false`
  }
}

function oneOf(column: string, ids: readonly string[]): RawBuilder<SqlBool> {
  if (ids.length === 0) return sql<SqlBool>`false`
  // Most people belong to one group, and equality preserves the order of the group's index.
  if (ids.length === 1) return sql<SqlBool>`${sql.ref(column)} = ${ids[0]}::uuid`
  return sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`
}
