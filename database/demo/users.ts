import type { Language } from '../../contract/locales.ts'
import { accountLinkDays } from '../../contract/limits-and-times.ts'
import { createHash } from 'node:crypto'
import { builtInTerms } from '../../contract/own-account/user.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { UserState } from '../../contract/users/user-list.ts'
import { tenantUserTypes } from './accounts.ts'
import type { PlacedGroup } from './places.ts'
import type { TenantPlan } from './plan.ts'
import type { Random } from './random.ts'

const day = 24 * 60 * 60 * 1000

export type UserRow = ReturnType<typeof userRow>

/** A user with the groups that they work in. */
export interface Member {
  row: UserRow
  groups: readonly PlacedGroup[]
}

/** The types of the users besides the one named account of each type; with those, there are 40. */
const others: readonly UserType[] = [
  'tenant',
  ...(Array(3).fill('organisation') as 'organisation'[]), // the literal type is lost in Array.fill
  ...(Array(7).fill('group') as 'group'[]),
  ...(Array(5).fill('provider') as 'provider'[]),
  ...(Array(12).fill('clinical') as 'clinical'[]),
  ...(Array(6).fill('patient') as 'patient'[]),
]

/** Rare account states, by the place of their user in the list. The last one is a patient. */
const rare: ReadonlyMap<number, UserState> = new Map([
  [7, 'invited'],
  [16, 'link-expired'],
  [18, 'must-change-password'],
  [20, 'pending-email'],
  [25, 'invited'],
  [others.length - 1, 'unverified'],
])

/**
 * Builds the 40 users of a tenant: first the account of each type (`clinical@harbour.test`), who work in the first
 * organisation and its first group, then others, of whom some are suspended and some in each other account state. Each
 * group has somebody of every recording type.
 */
export function buildUsers(
  plan: TenantPlan,
  tenantId: string,
  groups: readonly PlacedGroup[],
  startOfToday: Date,
  passwordHash: string,
  random: Random,
): Member[] {
  const names = peopleNames(plan, random)
  const context = { tenantId, startOfToday, passwordHash, random }
  const known = tenantUserTypes.map((type): Member => {
    const work = placeOf(type, groups, groups.slice(0, 1))
    return {
      row: userRow({ ...context, type, name: names(), email: `${type}@${plan.slug}.test`, work, state: 'active' }),
      groups: work.groups,
    }
  })
  const rest = others.map((type, index): Member => {
    const name = names()
    const work = placeOf(
      type,
      groups,
      [groups[index % groups.length]].filter((group) => group !== undefined),
    )
    const state = index % 9 === 4 ? 'suspended' : (rare.get(index) ?? 'active')
    return {
      row: userRow({ ...context, type, name, email: emailOf(name, `${plan.slug}.test`), work, state }),
      groups: work.groups,
    }
  })
  const inviter = known[0]?.row.id ?? null
  for (const { row } of rest) row.invited_by = row.invited_at && inviter
  return [...known, ...rest]
}

/** Makes an email address from a name without its accents and apostrophes. */
export function emailOf(name: string, domain: string): string {
  const plain = name.normalize('NFD').replaceAll(/[^A-Za-z ]/g, '')
  return `${plain.toLowerCase().replaceAll(' ', '.')}@${domain}`
}

/** Returns a function that gives a new full name at each call, never the same one twice. */
export function peopleNames(plan: TenantPlan, random: Random): () => string {
  const all = random.shuffled(plan.firstNames.flatMap((first) => plan.lastNames.map((last) => `${first} ${last}`)))
  return () => {
    const name = all.pop()
    if (name === undefined) throw new Error(`${plan.slug} has run out of names`)
    return name
  }
}

function placeOf(type: UserType, all: readonly PlacedGroup[], near: readonly PlacedGroup[]) {
  const organisationId = near[0]?.row.organisation_id ?? null
  const inOrganisation = all.filter((group) => group.row.organisation_id === organisationId)
  switch (type) {
    case 'unlimited':
    case 'tenant':
    case 'patient':
      return { organisationId: null, groups: [] }
    case 'organisation':
    case 'provider':
      return { organisationId, groups: [] }
    case 'group':
      // A group manager also helps in a neighbouring group now and then.
      return { organisationId, groups: near[0] === inOrganisation[0] ? inOrganisation.slice(0, 2) : near }
    case 'clinical':
      return { organisationId, groups: near }
  }
}

interface NewUser {
  tenantId: string
  startOfToday: Date
  passwordHash: string
  random: Random
  type: UserType
  name: string
  email: string
  work: { organisationId: string | null }
  state: UserState
}

/**
 * Builds the row of a user in the account state `state`. Accounts are 130 to 400 days old, and the last login lies
 * within the last week. Users who have not logged in yet were invited two days ago.
 */
export function userRow({ tenantId, startOfToday, passwordHash, random, type, name, email, work, state }: NewUser) {
  const longAgo = new Date(startOfToday.getTime() - random.between(130, 400) * day + random.below(day))
  const isNew = state === 'invited' || state === 'unverified'
  const createdAt = isNew ? new Date(startOfToday.getTime() - 2 * day) : longAgo
  const hasPassword = state !== 'invited' && state !== 'link-expired'
  const isVerified = hasPassword && state !== 'unverified'
  const id = random.idAt(createdAt)
  const loggedInAt = hasPassword ? new Date(startOfToday.getTime() - random.below(7 * day)) : null
  return {
    tenant_id: tenantId,
    id,
    email,
    full_name: name,
    user_type: type,
    organisation_id: work.organisationId,
    lang: 'en' as Language,
    status: state === 'suspended' ? 'suspended' : 'active',
    email_verified_at: isVerified ? createdAt : null,
    pending_email: state === 'pending-email' ? `new.${email}` : null,
    password_hash: hasPassword ? passwordHash : null,
    password_changed_at: hasPassword ? createdAt : null,
    must_change_password: state === 'must-change-password',
    last_login_at: isVerified ? loggedInAt : null,
    invited_by: null as string | null,
    // Users with an unverified email registered by themselves, so nobody invited them.
    invited_at: state === 'unverified' ? null : createdAt,
    terms_accepted_version: hasPassword ? builtInTerms : null,
    terms_accepted_at: hasPassword ? createdAt : null,
    created_at: createdAt,
    updated_at: createdAt,
  }
}

/**
 * Builds the set-up links of users without a password. They expire `accountLinkDays` after the invitation, and nobody knows their
 * tokens.
 */
export function invitationLinks(members: readonly Member[]) {
  return members
    .filter(({ row }) => row.password_hash === null)
    .map(({ row: { tenant_id, id, email, created_at } }) => ({
      tenant_id,
      token_hash: `\\x${createHash('sha256').update(`no link: ${id}`).digest('hex')}`,
      user_id: id,
      purpose: 'set-up',
      email,
      expires_at: new Date(created_at.getTime() + accountLinkDays * day),
      created_at,
    }))
}
