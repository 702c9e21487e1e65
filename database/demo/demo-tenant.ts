import { operatorEmail } from './accounts.ts'
import { changeSomeRecords } from './changes.ts'
import { importSomeRecords } from './imports.ts'
import { buildInvites, type PlacedInvite } from './invites.ts'
import { type PlacedPhoto, photographSomeRecords } from './photos.ts'
import { buildClosedPlaces, buildPlaces, type PlacedAssay, type PlacedGroup } from './places.ts'
import type { TenantPlan } from './plan.ts'
import { seededRandom } from './random.ts'
import { buildDetails } from './details.ts'
import { buildSubjects, type PlacedSubject } from './subjects.ts'
import { codesOfMinistry, notifyOfSome } from './notifications.ts'
import { lookForOutbreaks } from './outbreaks.ts'
import { beginRound } from './rounds.ts'
import { buildSets } from './test-sets.ts'
import { readSomeTwice } from './second-readings.ts'
import { logoRows } from './logo.ts'
import { addressRows, permissionRows, tenantRow } from './tenant.ts'
import { buildRecords, type PlacedRecord } from './test-records.ts'
import { buildUsers, invitationLinks, type Member, userRow } from './users.ts'

const dayLength = 24 * 60 * 60 * 1000

/** All data of one demo tenant, before it is written. */
export interface DemoTenant {
  plan: TenantPlan
  tenant: ReturnType<typeof tenantRow>
  addresses: ReturnType<typeof addressRows>
  permissions: ReturnType<typeof permissionRows>
  logos: ReturnType<typeof logoRows>
  organisations: ReturnType<typeof buildPlaces>['organisations']
  groups: PlacedGroup[]
  assays: PlacedAssay[]
  assayMeanings: ReturnType<typeof buildPlaces>['assayMeanings']
  members: Member[]
  /** Set-up links of users who have no password yet. Nobody knows their tokens. */
  invitations: ReturnType<typeof invitationLinks>
  subjects: PlacedSubject[]
  details: ReturnType<typeof buildDetails>
  records: PlacedRecord[]
  imports: ReturnType<typeof importSomeRecords>
  changes: ReturnType<typeof changeSomeRecords>
  secondReadings: ReturnType<typeof readSomeTwice>
  round: ReturnType<typeof beginRound>
  testSets: ReturnType<typeof buildSets>
  notified: ReturnType<typeof notifyOfSome>
  codes: ReturnType<typeof codesOfMinistry>
  outbreaks: ReturnType<typeof lookForOutbreaks>
  photos: PlacedPhoto[]
  invites: PlacedInvite[]
}

/**
 * Makes a tenant's data. A plan gives equal data on every machine on the same day, apart from the salt in
 * `passwordHash` and the times of today's records, which lie before `now`.
 */
export async function buildDemoTenant(
  plan: TenantPlan,
  isDefault: boolean,
  now: Date,
  { passwordHash, withPhotos }: { passwordHash: string; withPhotos: boolean },
): Promise<DemoTenant> {
  const random = seededRandom(plan.slug)
  const startOfToday = new Date(Math.floor(now.getTime() / dayLength) * dayLength)
  const openedAt = new Date(startOfToday.getTime() - 420 * dayLength)
  const tenant = tenantRow(plan, random.idAt(openedAt), false, openedAt)
  const places = buildPlaces(plan, tenant.id, openedAt, random)
  const closed = buildClosedPlaces(
    plan,
    tenant.id,
    places.organisations,
    openedAt,
    seededRandom(`closed places of ${plan.slug}`),
  )
  const members = buildUsers(plan, tenant.id, places.groups, startOfToday, passwordHash, random)
  const subjects = buildSubjects(plan, tenant.id, places.groups, members, startOfToday, random)
  const place = { plan, tenantId: tenant.id, ...places, members, subjects }
  const records = buildRecords(place, now, random)
  const imports = importSomeRecords(place, records, now, seededRandom(`imports of ${plan.slug}`))
  const changes = changeSomeRecords(records, members, now, random)
  const secondReadings = readSomeTwice(place, records, now, seededRandom(`second readings of ${plan.slug}`))
  const photos = withPhotos ? await photographSomeRecords(records, random) : []
  const testSets = buildSets(place, records, openedAt, now, seededRandom(`test sets of ${plan.slug}`))
  const invites = buildInvites({
    plan,
    tenantId: tenant.id,
    groups: places.groups,
    members,
    subjects,
    startOfToday,
    random: seededRandom(`invites of ${plan.slug}`),
  })
  return {
    plan,
    tenant,
    addresses: addressRows(plan.slug, tenant.id, isDefault),
    permissions: permissionRows(tenant.id),
    logos: logoRows(tenant.id, plan.logo),
    assays: [...places.assays, ...testSets.assays],
    assayMeanings: places.assayMeanings,
    organisations: [...places.organisations, ...closed.organisations],
    groups: [...places.groups, ...closed.groups],
    members,
    invitations: invitationLinks(members),
    subjects,
    details: buildDetails(plan, places.groups, subjects, seededRandom(`details of ${plan.slug}`)),
    records,
    imports,
    changes,
    secondReadings,
    round: beginRound(place, now, seededRandom(`round of ${plan.slug}`)),
    testSets,
    notified: notifyOfSome(place, records, now, seededRandom(`notifications of ${plan.slug}`)),
    codes: codesOfMinistry(place, seededRandom(`codes of ${plan.slug}`)),
    outbreaks: lookForOutbreaks(place),
    photos,
    invites,
  }
}

/** Builds the operator's tenant, which has one user and no subjects. */
export function buildOperator(plan: TenantPlan, now: Date, passwordHash: string): DemoTenant {
  const random = seededRandom(plan.slug)
  const startOfToday = new Date(Math.floor(now.getTime() / dayLength) * dayLength)
  const openedAt = new Date(startOfToday.getTime() - 430 * dayLength)
  const tenant = tenantRow(plan, random.idAt(openedAt), true, openedAt)
  const row = userRow({
    tenantId: tenant.id,
    startOfToday,
    passwordHash,
    random,
    type: 'unlimited',
    name: 'Robin Operator',
    email: operatorEmail,
    work: { organisationId: null },
    state: 'active',
  })
  return {
    plan,
    tenant,
    addresses: addressRows(plan.slug, tenant.id, false),
    permissions: permissionRows(tenant.id),
    logos: logoRows(tenant.id, plan.logo),
    organisations: [],
    groups: [],
    assays: [],
    assayMeanings: [],
    members: [{ row, groups: [] }],
    invitations: [],
    subjects: [],
    details: [],
    records: [],
    imports: [],
    changes: [],
    secondReadings: [],
    round: { rounds: [], roundRows: [] },
    testSets: { assays: [], algorithms: [], versions: [], sets: [], tests: [] },
    notified: { rules: [], versions: [], items: [], follows: [] },
    codes: [],
    outbreaks: { rules: [], turns: [], refusals: [] },
    photos: [],
    invites: [],
  }
}

/** The rows of a tenant by table, in an order in which each row finds those that it refers to. */
export function tablesOf(demo: DemoTenant): readonly (readonly [table: string, rows: readonly object[]])[] {
  return [
    ['tenants', [demo.tenant]],
    ['tenant_addresses', demo.addresses],
    ['tenant_permissions', demo.permissions],
    ['tenant_logos', demo.logos],
    ['organisations', demo.organisations],
    ['groups', rowsOf(demo.groups)],
    ['users', rowsOf(demo.members)],
    ['user_groups', demo.members.flatMap(groupMemberships)],
    ['tokens', demo.invitations],
    ['assays', rowsOf(demo.assays)],
    ['assay_organisation_meanings', demo.assayMeanings],
    ['subjects', rowsOf(demo.subjects)],
    ['subject_identities', demo.subjects.map(({ identity }) => identity)],
    ['subject_groups', demo.subjects.map(({ known }) => known)],
    ['subject_words', demo.subjects.flatMap(({ words }) => words)],
    ['subject_details', demo.details],
    ['device_images', rowsOf(demo.photos)],
    ['record_origins', demo.imports],
    ['test_records', rowsOf(demo.records)],
    ['test_record_versions', demo.changes],
    ['second_readings', demo.secondReadings],
    ['rounds', demo.round.rounds],
    ['round_rows', demo.round.roundRows],
    ['testing_algorithms', demo.testSets.algorithms],
    ['testing_algorithm_versions', demo.testSets.versions],
    ['test_sets', demo.testSets.sets],
    ['test_set_tests', demo.testSets.tests],
    ['notification_rules', demo.notified.rules],
    ['notification_rule_versions', demo.notified.versions],
    ['notifications', demo.notified.items],
    ['notification_follows', demo.notified.follows],
    ['report_codes', demo.codes],
    ['outbreak_rules', demo.outbreaks.rules],
    ['outbreak_mail_refusals', demo.outbreaks.refusals],
    ['tenant_turns', demo.outbreaks.turns],
    ['invites', rowsOf(demo.invites)],
    ['messages', demo.invites.flatMap(({ messages }) => messages)],
    ['invite_codes', demo.invites.flatMap(({ codes }) => codes)],
  ]
}

function rowsOf<T>(placed: readonly { row: T }[]): T[] {
  return placed.map(({ row }) => row)
}

function groupMemberships({ row, groups }: DemoTenant['members'][number]) {
  return groups.map((group) => ({ tenant_id: row.tenant_id, user_id: row.id, group_id: group.row.id }))
}
