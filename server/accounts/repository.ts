import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { Language } from '../../contract/locales.ts'
import type { Country } from '../../contract/rules/countries.ts'
import type { NewUser } from '../../contract/users/managed-user.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { touched } from '../access/changing/touched.ts'

/** Finds a user with the names of their places and the permissions of their type. */
export async function findUser(scope: Scope, userId: string) {
  const { db } = scope
  const [user, groups] = await Promise.all([
    db
      .selectFrom('users as u')
      .innerJoin('tenants as t', 't.id', 'u.tenant_id')
      .leftJoin('tenant_permissions as p', 'p.user_type', 'u.user_type')
      .leftJoin('organisations as o', 'o.id', 'u.organisation_id')
      .leftJoin('users as i', 'i.id', 'u.invited_by')
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
        'u.invited_by',
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
      .innerJoin('groups as g', 'g.id', 'm.group_id')
      .where('m.user_id', '=', userId)
      .select(['g.id', 'g.name', 'g.organisation_id as organisationId'])
      .orderBy('g.name_key')
      .orderBy('g.id')
      .execute(),
  ])
  return user && { ...user, groups }
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/**
 * Locks a user against erasure until the transaction ends; returns false when they were erased. Call it before writing
 * anything that names a person, so that nothing is written after a concurrent erasure. Only an erasure and a verified
 * change of email have to wait for it, because other changes of users touch no key.
 */
export async function holdUser(scope: Scope, userId: string): Promise<boolean> {
  const held = await scope.db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('status', '!=', 'deleted')
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  return held !== undefined
}

/**
 * Locks a user against changes until the transaction ends. A transaction that changes a user and their links must lock
 * the user first, which prevents deadlocks.
 */
export async function lockUser(scope: Scope, userId: string): Promise<void> {
  await scope.db.selectFrom('users').where('id', '=', userId).forNoKeyUpdate().select('id').execute()
}

export interface NewPatient {
  email: string
  fullName: string
  passwordHash: string
  dateOfBirth: string
  country: Country
  /** The mobile number as E.164. */
  mobile: string | null
  lang: Language
  /** The invitation, if the user was invited. */
  invitation?: { by: string; at: Date; verifiesEmail: boolean }
}

/**
 * Inserts a patient who has accepted the terms in force. Their email must be verified unless the invitation did.
 * Returns undefined when the email has an account.
 */
export async function insertPatient(scope: Scope, patient: NewPatient): Promise<string | undefined> {
  const { invitation } = patient
  const inserted = await scope.db
    .insertInto('users')
    .values({
      tenant_id: scope.tenant.id,
      id: newId(),
      email: patient.email,
      full_name: patient.fullName,
      user_type: 'patient',
      lang: patient.lang,
      date_of_birth: patient.dateOfBirth,
      country: patient.country,
      mobile: patient.mobile,
      password_hash: patient.passwordHash,
      password_changed_at: sql<Date>`now()`,
      terms_accepted_version: scope.tenant.termsVersion,
      terms_accepted_at: sql<Date>`now()`,
      email_verified_at: invitation?.verifiesEmail ? sql<Date>`now()` : null,
      invited_by: invitation?.by ?? null,
      invited_at: invitation?.at ?? null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Inserts a member of staff without a password. Returns false when the email has an account. */
export async function insertStaff(scope: Scope, id: string, user: Omit<NewUser, 'groupIds'>): Promise<boolean> {
  const inserted = await scope.db
    .insertInto('users')
    .values({
      tenant_id: scope.tenant.id,
      id,
      email: user.email,
      full_name: user.fullName,
      user_type: user.userType,
      organisation_id: user.organisationId,
      lang: user.lang,
      invited_by: scope.actor?.id ?? null,
      invited_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Inserts the account of a token, with this id: nobody logs in with it, and it is in no list of people. */
export async function insertMachine(scope: Scope, id: string, name: string): Promise<void> {
  await scope.db
    .insertInto('users')
    .values({ tenant_id: scope.tenant.id, id, email: `machine-${id}`, full_name: name, user_type: 'machine' })
    .execute()
}

/** The fields that `updateAccount` may change. Email, password, terms and erasure have functions of their own. */
export type AccountChange = Partial<{
  full_name: string
  mobile: string | null
  lang: Language
  user_type: UserType
  organisation_id: string | null
  status: 'active' | 'suspended'
  must_change_password: boolean
}>

/** Changes a user. Returns false and changes nothing when a version is given and outdated. */
export async function updateAccount(
  scope: Scope,
  userId: string,
  change: AccountChange,
  version?: number,
): Promise<boolean> {
  const updated = await scope.db
    .updateTable('users')
    .set({ ...change, ...touched() })
    .where('id', '=', userId)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Removes a user from some groups and adds them to others. */
export async function moveBetweenGroups(
  scope: ActorScope,
  userId: string,
  { from, to }: { from: readonly string[]; to: readonly string[] },
): Promise<void> {
  if (from.length > 0) {
    await scope.db.deleteFrom('user_groups').where('user_id', '=', userId).where('group_id', 'in', from).execute()
  }
  if (to.length === 0) return
  await scope.db
    .insertInto('user_groups')
    .values(to.map((group_id) => ({ tenant_id: scope.tenant.id, user_id: userId, group_id })))
    .execute()
}

/**
 * Notes a login. Returns false when the account has changed since it was found, for example by a suspension or a change
 * of email while the password was checked. A later change waits for this transaction and ends its session along with
 * the others.
 */
export async function noteLogin(
  scope: Scope,
  { id, password_hash }: { id: string; password_hash: string | null },
  renewed: string | undefined,
): Promise<boolean> {
  const isUnchanged = await scope.db
    .updateTable('users')
    .set({ last_login_at: sql<Date>`now()`, ...(renewed !== undefined && { password_hash: renewed }) })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('password_hash', '=', password_hash)
    .where('must_change_password', '=', false)
    .where('pending_email', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return isUnchanged !== undefined
}

/**
 * Stores a password's hash. A user who sets it by a link has read a mail to their address, which thereby counts as
 * verified. Returns false when they have left meanwhile.
 */
export async function updatePasswordHash(scope: Scope, userId: string, passwordHash: string): Promise<boolean> {
  const updated = await scope.db
    .updateTable('users')
    .set({
      ...touched(),
      password_hash: passwordHash,
      password_changed_at: sql<Date>`now()`,
      must_change_password: false,
      email_verified_at: sql<Date>`coalesce(email_verified_at, ${scope.now})`,
    })
    .where('id', '=', userId)
    .where('status', '!=', 'deleted')
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Stores that the actor accepts the terms in force. */
export async function updateTerms(scope: ActorScope): Promise<void> {
  await scope.db
    .updateTable('users')
    .set({ ...touched(), terms_accepted_version: scope.tenant.termsVersion, terms_accepted_at: sql<Date>`now()` })
    .where('id', '=', scope.actor.id)
    .execute()
}

/** Stores that the actor has hidden the list of next steps. Returns false if they had hidden it already. */
export async function hideFirstSteps(scope: ActorScope): Promise<boolean> {
  const hidden = await scope.db
    .updateTable('users')
    .set({ first_steps_hidden_at: sql<Date>`now()` })
    .where('id', '=', scope.actor.id)
    .where('first_steps_hidden_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return hidden !== undefined
}

/** Lists the tenant's administrators, who are told of what operators do. */
export async function listAdministrators({ db }: Scope) {
  return db
    .selectFrom('users')
    .where('user_type', '=', 'tenant')
    .where('status', '=', 'active')
    .orderBy('id')
    .select(['id', 'email', 'lang'])
    .execute()
}
