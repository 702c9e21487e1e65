import { sql } from 'kysely'
import type { Language } from '../../contract/rules/formats.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

export async function findUser(scope: Scope, userId: string) {
  const { db } = scope
  const [user, groups] = await Promise.all([
    db
      .selectFrom('users as u')
      .innerJoin('tenants as t', 't.id', 'u.tenant_id')
      .leftJoin('tenant_permissions as p', (join) =>
        join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.user_type', '=', 'u.user_type'),
      )
      .leftJoin('organisations as o', (join) =>
        join.onRef('o.tenant_id', '=', 'u.tenant_id').onRef('o.id', '=', 'u.organisation_id'),
      )
      .leftJoin('users as i', (join) =>
        join.onRef('i.tenant_id', '=', 'u.tenant_id').onRef('i.id', '=', 'u.invited_by'),
      )
      .where('u.id', '=', userId)
      .select([
        'u.id',
        'u.email',
        'u.full_name',
        'u.user_type',
        'u.lang',
        'u.status',
        'u.email_verified_at',
        'u.last_login_at',
        'u.invited_at',
        'u.terms_accepted_version',
        'u.date_of_birth',
        'u.mobile',
        'u.version',
        'p.permissions',
        'o.id as organisation_id',
        'o.name as organisation_name',
        't.id as tenant_id',
        't.name as tenant_name',
        't.assay_id',
        'i.full_name as invited_by_name',
      ])
      .executeTakeFirst(),
    db
      .selectFrom('user_groups as m')
      .innerJoin('groups as g', (join) =>
        join.onRef('g.tenant_id', '=', 'm.tenant_id').onRef('g.id', '=', 'm.group_id'),
      )
      .where('m.user_id', '=', userId)
      .select(['g.id', 'g.name', 'g.organisation_id as organisationId'])
      .orderBy('g.name_key')
      .orderBy('g.id')
      .execute(),
  ])
  return user && { ...user, groups }
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** False when the user was changed since that version. */
export async function updateDetails(
  scope: ActorScope,
  { fullName, mobile }: { fullName: string; mobile: string | null },
  version: number,
): Promise<boolean> {
  const updated = await scope.db
    .updateTable('users')
    .set({ full_name: fullName, mobile, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('id', '=', scope.actor.id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function updateLang(scope: ActorScope, lang: Language): Promise<void> {
  await scope.db
    .updateTable('users')
    .set({ lang, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('id', '=', scope.actor.id)
    .execute()
}

export async function updateTerms(scope: ActorScope, termsVersion: string): Promise<void> {
  await scope.db
    .updateTable('users')
    .set({
      terms_accepted_version: termsVersion,
      terms_accepted_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', scope.actor.id)
    .execute()
}
