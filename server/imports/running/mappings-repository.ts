import { sql } from 'kysely'
import { seesAll } from '../../access/actor-predicate.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'

/** Finds answers for earlier files by their names: those of an organisation, and of the tenant. */
export async function findMappings(
  scope: Scope,
  organisationId: string | null,
  names: readonly string[],
): Promise<Map<string, unknown>> {
  const { rows } = await sql<{ named: string; meant: unknown }>`
    select named, meant from import_mappings
    where tenant_id = ${scope.tenant.id} and named = any(${names}::text[])
      and (organisation_id is null or organisation_id = ${organisationId}::uuid)
    order by organisation_id nulls first
  `.execute(scope.db)
  return new Map(rows.map(({ named, meant }) => [named, meant]))
}

/** The most words of a kind that are kept for the next file. */
const mostKept = 1000

/** Finds the latest answers about words, those of the tenant before those of an organisation. */
export async function findWordMappings(scope: Scope, organisationId: string | null): Promise<unknown[]> {
  const { rows } = await sql<{ meant: unknown }>`
    select meant from (
      select meant, organisation_id, updated_at from import_mappings
      where tenant_id = ${scope.tenant.id} and kind = 'word' and (organisation_id is null or organisation_id = ${organisationId}::uuid)
      order by updated_at desc limit ${mostKept}
    ) as latest
    order by organisation_id nulls first, updated_at
  `.execute(scope.db)
  return rows.map(({ meant }) => meant)
}

/** The organisation whose answers the actor gives; null for those of the tenant. */
export function organisationOf(scope: ActorScope): string | null {
  return seesAll(scope) ? null : scope.actor.organisationId
}

/** An answer with the name by which it is found. */
interface Mapping {
  kind: 'columns' | 'kit' | 'group' | 'word'
  named: string
  meant: object
}

/** Keeps answers in place of earlier ones with the same names. */
export async function putMappings(scope: ActorScope, kept: readonly Mapping[]): Promise<void> {
  const rows = kept.map(({ kind, named, meant }) => ({
    tenant_id: scope.tenant.id,
    organisation_id: organisationOf(scope),
    kind,
    named,
    meant: JSON.stringify(meant),
  }))
  await scope.db
    .insertInto('import_mappings')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'organisation_id', 'kind', 'named'])
        .doUpdateSet((eb) => ({ meant: eb.ref('excluded.meant'), updated_at: scope.now })),
    )
    .execute()
}
