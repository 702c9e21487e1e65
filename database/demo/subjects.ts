import { nameKeyOf, searchRowsOf, type Identity } from '../../contract/subjects/search-words.ts'
import type { PlacedGroup } from './places.ts'
import type { TenantPlan } from './plan.ts'
import type { Random } from './random.ts'
import { emailOf, type Member, peopleNames } from './users.ts'

const day = 24 * 60 * 60 * 1000
const subjectsPerTenant = 600

export interface PlacedSubject {
  row: ReturnType<typeof subjectRow>
  identity: ReturnType<typeof identityRow>
  known: ReturnType<typeof knownRow>
  words: ReturnType<typeof wordRows>
}

/**
 * Spreads 600 subjects over the groups by weight. Each patient account is one of them, the named one in the first
 * group. One person is registered twice.
 */
export function buildSubjects(
  plan: TenantPlan,
  tenantId: string,
  groups: readonly PlacedGroup[],
  members: readonly Member[],
  startOfToday: Date,
  random: Random,
): PlacedSubject[] {
  const names = peopleNames(plan, random)
  const patients = members.filter(({ row }) => row.user_type === 'patient' && row.email_verified_at !== null)
  const subjects = Array.from({ length: subjectsPerTenant }, (_, index) => {
    const patient = patients[index]?.row
    const group = groups[index] ?? random.pickWeighted(groups, ({ plan: { weight } }) => weight)
    const createdAt = new Date(startOfToday.getTime() - random.between(125, 390) * day + random.below(day))
    const row = subjectRow(plan, tenantId, group, patient?.id ?? null, createdAt, random)
    const name = patient?.full_name ?? names()
    const identity =
      plan.subjects.kind === 'human'
        ? person(plan, group, name, patient?.email, index, startOfToday, random)
        : animal(group, index, random)
    return placed(row, identity)
  })
  return plan.subjects.kind === 'human' ? withSomebodyTwice(plan, subjects, groups) : subjects
}

function placed(row: ReturnType<typeof subjectRow>, identity: typeof nobody): PlacedSubject {
  return {
    row,
    identity: identityRow(row, identity),
    known: knownRow(row, identity),
    words: wordRows(row, identity),
  }
}

/** Registers a subject of the first group again in the second, with a letter of the last name left out. */
function withSomebodyTwice(
  plan: TenantPlan,
  subjects: readonly PlacedSubject[],
  [first, second]: readonly PlacedGroup[],
): PlacedSubject[] {
  const someoneOf = (group: PlacedGroup | undefined) =>
    subjects.find(({ row }) => row.user_id === null && row.group_id === group?.row.id)
  const [once, again] = [someoneOf(first), someoneOf(second)]
  if (once === undefined || again === undefined) throw new Error(`${plan.slug} has nobody to be there twice`)
  const { first_name, last_name, date_of_birth } = once.identity
  const [start, end] = [last_name?.slice(0, 2), last_name?.slice(3)]
  const identity = {
    ...nobody,
    email: emailOf(`${first_name} ${start}${end}`, `people.${plan.slug}.test`),
    date_of_birth,
    first_name,
    last_name: `${start}${end}`,
  }
  return subjects.map((subject) => (subject === again ? placed(subject.row, identity) : subject))
}

function subjectRow(
  plan: TenantPlan,
  tenantId: string,
  group: PlacedGroup,
  userId: string | null,
  createdAt: Date,
  random: Random,
) {
  return {
    tenant_id: tenantId,
    id: random.idAt(createdAt),
    kind: plan.subjects.kind,
    organisation_id: group.row.organisation_id,
    group_id: group.row.id,
    user_id: userId,
    created_at: createdAt,
    updated_at: createdAt,
  }
}

const nobody = {
  email: null as string | null,
  date_of_birth: null as string | null,
  first_name: null as string | null,
  last_name: null as string | null,
  local_id: null as string | null,
  custom_id_1: null as string | null,
  custom_id_2: null as string | null,
}

function identityRow(subject: ReturnType<typeof subjectRow>, identity: typeof nobody) {
  return {
    tenant_id: subject.tenant_id,
    subject_id: subject.id,
    group_id: subject.group_id,
    ...identity,
    updated_at: subject.created_at,
  }
}

/** Links the subject to its group, with the name under which it is found there. */
function knownRow(subject: ReturnType<typeof subjectRow>, identity: typeof nobody) {
  const name_key = nameKeyOf(identityOf(identity))
  return { ...placeOf(subject), name_key, is_home: true, is_first_of_organisation: true }
}

function wordRows(subject: ReturnType<typeof subjectRow>, identity: typeof nobody) {
  return searchRowsOf(identityOf(identity)).map((row) => ({ ...placeOf(subject), ...row }))
}

function placeOf({ tenant_id, id, group_id, organisation_id }: ReturnType<typeof subjectRow>) {
  return { tenant_id, subject_id: id, group_id, organisation_id }
}

function identityOf({ email, first_name, last_name, local_id, custom_id_1, custom_id_2 }: typeof nobody): Identity {
  return {
    email,
    firstName: first_name,
    lastName: last_name,
    localId: local_id,
    customId1: custom_id_1,
    customId2: custom_id_2,
  }
}

function person(
  plan: TenantPlan,
  group: PlacedGroup,
  name: string,
  email: string | undefined,
  index: number,
  startOfToday: Date,
  random: Random,
): typeof nobody {
  const [youngest, oldest] = group.organisation.ages
  const ageInDays = random.between(youngest * 365 + 1, oldest * 365)
  const [first = '', ...last] = name.split(' ')
  return {
    ...nobody,
    email: email ?? emailOf(name, `people.${plan.slug}.test`),
    date_of_birth: new Date(startOfToday.getTime() - ageInDays * day).toISOString().slice(0, 10),
    first_name: first,
    last_name: last.join(' '),
    local_id: random.chance(0.6) ? `${plan.idPrefix.slice(0, 1)}${String(10_000 + index * 7)}` : null,
  }
}

/** Cattle have an ear tag of their country and a herd number; dogs have a microchip and a household number. */
function animal(group: PlacedGroup, index: number, random: Random): typeof nobody {
  const isHerd = group.organisation.name.includes('Farm')
  const serial = String(index).padStart(4, '0')
  return isHerd
    ? {
        ...nobody,
        custom_id_1: `IE 37${random.between(1000, 9999)}${random.between(1, 9)}${serial}`,
        custom_id_2: `G${130_000 + random.below(40) * 17}`,
      }
    : {
        ...nobody,
        custom_id_1: `3720981${random.between(1000, 9999)}${serial}`,
        custom_id_2: `HH-${random.between(100, 999)}`,
      }
}
