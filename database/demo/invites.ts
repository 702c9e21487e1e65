import { localeFor } from '../../contract/locales.ts'
import { createHash } from 'node:crypto'
import type { InviteState } from '../../contract/invites/invite-list.ts'
import type { Invite } from '../../contract/invites/endpoints.ts'
import { mobileOf, unknownPeople } from './invitees.ts'
import type { PlacedGroup } from './places.ts'
import type { TenantPlan } from './plan.ts'
import type { Random } from './random.ts'
import type { PlacedSubject } from './subjects.ts'
import type { Member } from './users.ts'
import { inviteDays } from '../../contract/limits-and-times.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const invitesPerTenant = 25

type Channel = Invite['deliveries'][number]['channel']

/**
 * An invite with the messages and codes that were sent for it. No message is pending, because loading demo data sends
 * nothing.
 */
export interface PlacedInvite {
  row: ReturnType<typeof inviteRow>
  messages: ReturnType<typeof messageRow>[]
  codes: ReturnType<typeof codeRow>[]
}

interface Context {
  plan: TenantPlan
  tenantId: string
  groups: readonly PlacedGroup[]
  members: readonly Member[]
  subjects: readonly PlacedSubject[]
  startOfToday: Date
  random: Random
}

/**
 * The states of the invites that are over, besides the redeemed ones; the rest of the 25 are pending. The last two
 * expired ones are stored as pending, as until upkeep has marked them.
 */
const over: readonly InviteState[] = [
  ...Array<InviteState>(6).fill('expired'),
  ...Array<InviteState>(5).fill('revoked'),
]

/**
 * Builds 25 invites: a redeemed one for each patient account that somebody could have invited, dated when the account
 * was made, and others of all states. In a tenant of people those go to subjects without an account.
 */
export function buildInvites(context: Context): PlacedInvite[] {
  const { members, random } = context
  const invitees = unknownPeople(context.plan, context.groups, context.subjects, random)
  const patients = members.filter(
    ({ row }) => row.user_type === 'patient' && row.invited_by !== null && row.password_hash,
  )
  const redeemed = patients.flatMap(({ row }) => redeemedInvite(context, row))
  const open = Array<InviteState>(invitesPerTenant - redeemed.length - over.length).fill('pending')
  const others = [...over, ...open].map((state, index) => {
    const { email, group } = invitees()
    const isUnmarked = state === 'expired' && index >= 4
    const daysAgo = state === 'expired' ? random.between(inviteDays + 2, 60) : random.between(1, inviteDays - 2)
    const sentAt = new Date(context.startOfToday.getTime() - daysAgo * day + random.between(8, 17) * hour)
    return placedInvite(context, {
      email,
      group,
      sentAt,
      state: isUnmarked ? 'pending' : state,
      mobile: index % 3 === 0 ? mobileOf(context.plan.country, random) : null,
    })
  })
  return [...redeemed, ...others]
}

/**
 * Returns the invite of a patient account, into the group where the patient is tested if anybody could invite there
 * then; empty for the very first accounts.
 */
function redeemedInvite(context: Context, user: Member['row']): PlacedInvite[] {
  const { groups, members, subjects, random } = context
  const sentAt = new Date(user.created_at.getTime() - random.between(2, 90) * hour)
  const ownGroupId = subjects.find(({ row }) => row.user_id === user.id)?.row.group_id
  const own = groups.filter(({ row }) => row.id === ownGroupId)
  const group = [...own, ...groups].find((candidate) => inviterOf(candidate, members, sentAt))
  if (group === undefined) return []
  const invite = placedInvite(context, { email: user.email, group, sentAt, state: 'redeemed', mobile: null, user })
  user.invited_by = invite.row.invited_by
  user.invited_at = sentAt
  return [{ ...invite, codes: [] }]
}

interface NewInvite {
  email: string
  group: PlacedGroup
  sentAt: Date
  state: InviteState
  mobile: string | null
  /** The account that redeemed the invite. */
  user?: Member['row']
}

function placedInvite(context: Context, invite: NewInvite): PlacedInvite {
  const row = inviteRow(context, invite)
  const channels: Channel[] = row.mobile === null ? ['email'] : ['email', 'text']
  return {
    row,
    messages: channels.map((channel) => messageRow(context, row, channel)),
    codes: row.state === 'revoked' ? [] : channels.map((channel) => codeRow(row, channel)),
  }
}

function inviteRow(
  { plan, tenantId, members, random }: Context,
  { email, group, sentAt, state, mobile, user }: NewInvite,
) {
  const inviter = inviterOf(group, members, sentAt)
  if (inviter === undefined) throw new Error('Nobody could have sent this invite')
  const revokedAt = state === 'revoked' ? new Date(sentAt.getTime() + random.between(1, 5) * hour) : null
  const speaksSpanish = plan.availableLanguages.includes('es_MX') && random.chance(0.3)
  const changedAt = user?.created_at ?? revokedAt ?? sentAt
  return {
    tenant_id: tenantId,
    id: random.idAt(sentAt),
    organisation_id: group.row.organisation_id,
    group_id: group.row.id,
    email,
    mobile,
    lang: speaksSpanish ? 'es' : 'en',
    state,
    invited_by: inviter.id,
    user_id: user?.id ?? null,
    sent_at: sentAt,
    expires_at: new Date(sentAt.getTime() + inviteDays * day),
    redeemed_at: user?.created_at ?? null,
    revoked_at: revokedAt,
    version: state === 'pending' ? 1 : 2,
    created_at: sentAt,
    updated_at: changedAt,
  }
}

/** Picks somebody who had an account by then: a manager of the group if there is one, else somebody above. */
function inviterOf(group: PlacedGroup, members: readonly Member[], at: Date): Member['row'] | undefined {
  const present = members.filter(({ row }) => row.status === 'active' && row.password_hash && row.created_at < at)
  const inviter =
    present.find(({ row, groups }) => row.user_type === 'group' && groups.includes(group)) ??
    present.find(({ row }) => row.user_type === 'organisation' && row.organisation_id === group.row.organisation_id) ??
    present.find(({ row }) => row.user_type === 'tenant')
  return inviter?.row
}

function messageRow({ plan, random }: Context, invite: ReturnType<typeof inviteRow>, channel: Channel) {
  const sentAt = new Date(invite.sent_at.getTime() + 2000)
  return {
    tenant_id: invite.tenant_id,
    id: random.idAt(invite.sent_at),
    invite_id: invite.id,
    channel,
    template: 'patient-invitation',
    recipient: (channel === 'text' ? invite.mobile : null) ?? invite.email,
    locale: localeFor(invite.lang, plan.availableLanguages, plan.defaultLanguage),
    state: 'sent',
    sent_at: sentAt,
    created_at: invite.sent_at,
  }
}

/** The hash cannot match any code, because its source is not 24 characters long. */
function codeRow(invite: ReturnType<typeof inviteRow>, channel: Channel) {
  const hash = createHash('sha256').update(`no code: ${invite.id} ${channel}`).digest('hex')
  return {
    tenant_id: invite.tenant_id,
    code_hash: `\\x${hash}`,
    invite_id: invite.id,
    channel,
    last_four: hash.slice(0, 4).toUpperCase().replaceAll('0', 'Q').replaceAll('1', 'W'),
    created_at: invite.sent_at,
  }
}
