import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ActorScope } from './scope.ts'

/** Whether the actor sees all that the tenant has: as its administrator, or as an operator who has entered its records. */
export function seesAll({ actor }: ActorScope): boolean {
  return actor.userType === 'tenant' || actor.entry?.state === 'inside'
}

/** The columns, as `alias.column`, that say where a row belongs. */
export interface PlaceColumns {
  organisation: string
  group: string
  /** Where the row is about a subject: a patient sees their own. */
  subject?: string
}

/**
 * The one predicate that narrows a tenant's rows to those that the actor may see (design: user type → scope). Every
 * repository, list, count, chart and export applies it; row-level security holds tenants apart underneath.
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
      // The operator sees no tenant's rows by being the operator; those that were entered are dealt with above.
      return sql<SqlBool>`false`
  }
}

/** The same for test records, by the alias of their table. A patient sees those about them. */
export function recordInActorScope(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  const [organisation, group, subject] = [`${alias}.organisation_id`, `${alias}.group_id`, `${alias}.subject_id`]
  return inActorScope(scope, { organisation, group, subject })
}

/** The same for groups, by the alias of their table. A patient, who is in none, sees none. */
export function groupInActorScope(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  return inActorScope(scope, { organisation: `${alias}.organisation_id`, group: `${alias}.id` })
}

/**
 * The same for subjects, by the alias of their table: those that a group of the actor's scope knows, which may be others than
 * the group that added them. A patient sees their own.
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

/** The same for organisations, which are in no group: who is bound to groups sees the organisation that they belong to. */
export function organisationInActorScope(scope: ActorScope, id: string): RawBuilder<SqlBool> {
  if (seesAll(scope)) return sql<SqlBool>`true`
  return sql<SqlBool>`${sql.ref(id)} = ${scope.actor.organisationId}::uuid`
}

/**
 * The same for assays, by the alias of their table, which belong to the tenant: whoever belongs to an organisation sees those
 * that it may use, a patient those that every organisation may.
 */
export function assayInActorScope(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  const { actor } = scope
  if (seesAll(scope)) return sql<SqlBool>`true`
  // Those of the operator's own tenant are the catalogue.
  if (actor.userType === 'unlimited') return scope.tenant.isOperator ? sql<SqlBool>`true` : sql<SqlBool>`false`
  const ids = sql.ref(`${alias}.organisation_ids`)
  return sql<SqlBool>`(${ids} is null or ${actor.organisationId}::uuid = any(${ids}))`
}

/**
 * The same for users, by the alias of their table: of a tenant all, of an organisation its own, of a group those who
 * share it. So patients who belong to no organisation are seen by their tenant alone.
 */
export function userInActorScope(scope: ActorScope, alias: string): RawBuilder<SqlBool> {
  const { actor, tenant } = scope
  if (seesAll(scope)) return sql<SqlBool>`true`
  switch (actor.userType) {
    case 'tenant':
      return sql<SqlBool>`true`
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
  // Equality with one group keeps the order of the group's index; most people belong to one.
  if (ids.length === 1) return sql<SqlBool>`${sql.ref(column)} = ${ids[0]}::uuid`
  return sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`
}
