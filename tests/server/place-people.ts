import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { hashToken } from '../../server/access/sessions/tokens.ts'
import { insertRows, insertTogether } from './rows.ts'

/** Links are used up, and walks use many: `link-2-1`, `link-2-2` and so on. */
const linkTokensPerPlace = 100

/** Codes are used up like links. They are `inviteCode` with four digits; `0000` is never redeemed. */
const inviteCodesPerPlace = 100

interface PeopleTenant {
  id: string
  marker: string
  passwordHash: string
}

/** What of a place its people need. */
interface PeoplePlace {
  marker: string
  organisationId: string
  groupId: string
  username: string
  staffId: string
  invitedId: string
  linkToken: string
  inviteId: string
  inviteEmail: string
  inviteCode: string
}

interface People {
  space: number
  text: string
  recorderId: string
  newcomerId: string
}

/** Inserts the people of a place who log in or are to log in, with the links that were sent to them. */
export async function insertPeople(
  client: pg.ClientBase,
  tenant: PeopleTenant,
  place: PeoplePlace,
  { space, text, recorderId, newcomerId }: People,
): Promise<void> {
  const tenant_id = tenant.id
  await insertRows(client, 'users', [
    {
      tenant_id,
      id: recorderId,
      email: place.username,
      full_name: `Recorder ${text}`,
      user_type: 'clinical',
      organisation_id: place.organisationId,
      password_hash: tenant.passwordHash,
      email_verified_at: new Date(),
    },
  ])
  await insertLookedAfter(client, tenant, place, { space, newcomerId })
  const members = [recorderId, place.staffId, place.invitedId]
  await insertRows(
    client,
    'user_groups',
    members.map((user_id) => ({ tenant_id, user_id, group_id: place.groupId })),
  )
  await insertRows(
    client,
    'tokens',
    (['verify-registration', 'verify-email', 'set-up'] as const).map((purpose) => ({
      tenant_id,
      token_hash: hashToken(`${purpose}-${place.linkToken}`),
      user_id: purpose === 'set-up' ? newcomerId : recorderId,
      purpose,
      email: purpose === 'set-up' ? newcomerEmail(space) : place.username,
      expires_at: new Date(Date.now() + 60 * 60 * 1000),
    })),
  )
  await insertTogether(
    client,
    'tokens',
    Array.from({ length: linkTokensPerPlace }, (_, n) => ({
      tenant_id,
      token_hash: hashToken(`${place.linkToken}-${n + 1}`),
      user_id: recorderId,
      purpose: 'password',
      email: place.username,
      expires_at: tomorrow(),
    })),
  )
}

/** Inserts an invite of a place, and those whose codes are redeemed. */
export async function insertInvites(
  client: pg.ClientBase,
  { id: tenant_id }: PeopleTenant,
  place: PeoplePlace,
  { space, recorderId }: Pick<People, 'space' | 'recorderId'>,
): Promise<void> {
  await insertRows(client, 'invites', [
    {
      tenant_id,
      id: place.inviteId,
      organisation_id: place.organisationId,
      group_id: place.groupId,
      email: place.inviteEmail,
      mobile: '+447400123456',
      lang: 'en',
      invited_by: recorderId,
      expires_at: new Date(Date.now() + 60 * 60 * 1000),
    },
  ])
  const codes = Array.from({ length: inviteCodesPerPlace }, (_, n) => ({
    id: randomUUID(),
    email: `redeemer-${space}-${n}@people.test`,
    four: String(n).padStart(4, '0'),
  }))
  await insertTogether(
    client,
    'invites',
    codes.map(({ id, email }) => ({
      tenant_id,
      id,
      organisation_id: place.organisationId,
      group_id: place.groupId,
      email,
      lang: 'en',
      invited_by: recorderId,
      expires_at: tomorrow(),
    })),
  )
  await insertTogether(
    client,
    'invite_codes',
    codes.map(({ id, four }) => ({
      tenant_id,
      code_hash: hashToken(`${place.inviteCode}${four}`),
      invite_id: id,
      channel: 'email',
      last_four: four,
    })),
  )
}

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000)

/** Inserts managed users: one who works, and two who have not followed their invitation. */
async function insertLookedAfter(
  client: pg.ClientBase,
  tenant: PeopleTenant,
  place: PeoplePlace,
  { space, newcomerId }: Pick<People, 'space' | 'newcomerId'>,
): Promise<void> {
  const shared = { tenant_id: tenant.id, user_type: 'clinical', organisation_id: place.organisationId }
  await insertRows(client, 'users', [
    {
      ...shared,
      id: place.staffId,
      email: `staff-${space}@clinic.test`,
      full_name: `Staff ${place.marker} ${tenant.marker}`,
      password_hash: tenant.passwordHash,
      email_verified_at: new Date(),
    },
    { ...shared, id: place.invitedId, email: `invited-${space}@clinic.test`, full_name: `Invited ${place.marker}` },
    // This user's invitation is opened by its link, and never sent again.
    { ...shared, id: newcomerId, email: newcomerEmail(space), full_name: `Newcomer ${place.marker}` },
  ])
}

function newcomerEmail(space: number): string {
  return `newcomer-${space}@clinic.test`
}
