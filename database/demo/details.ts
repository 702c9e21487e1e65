import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import type { PersonDetails } from '../../contract/subjects/details.ts'
import type { PlacedGroup } from './places.ts'
import type { TenantPlan } from './plan.ts'
import type { Random } from './random.ts'
import type { PlacedSubject } from './subjects.ts'

/** Builds the details of two persons in three, of the kinds that the tenant keeps. The others have none. */
export function buildDetails(
  plan: TenantPlan,
  groups: readonly PlacedGroup[],
  subjects: readonly PlacedSubject[],
  random: Random,
): ReturnType<typeof detailsRow>[] {
  const roles = new Map(groups.map(({ row, organisation }) => [row.id, organisation.role ?? 'visitor']))
  return subjects
    .filter(() => plan.keptDetails.length > 0 && random.chance(2 / 3))
    .map((subject, index) => {
      const role = roles.get(subject.row.group_id) ?? 'visitor'
      return detailsRow(subject, plan.keptDetails, knownOf(subject, role, index, random))
    })
}

type Known = Pick<PersonDetails, 'role' | 'unit' | 'sex' | 'language' | 'guardian' | 'nhsNumber'>

function knownOf({ identity }: PlacedSubject, role: NonNullable<Known['role']>, index: number, random: Random): Known {
  const unit = random.pick(['Rose wing', 'Willow wing', 'Harbour view'])
  const room = String(random.between(1, 48))
  const relation = random.pick(['Mother', 'Father', 'Grandmother'])
  const name = `Alex ${identity.last_name}`
  return {
    role,
    unit: role === 'resident' ? { name: unit, room } : null,
    sex: random.chance(0.55) ? 'female' : 'male',
    language: random.chance(0.8) ? 'en' : 'es',
    guardian: role === 'student' ? { name, relation, email: null, telephone: null, receives: false } : null,
    nhsNumber: testNhsNumber(index),
  }
}

/** An NHS number of the range that is kept for tests, which begins with 999; null if it would have no check digit. */
function testNhsNumber(serial: number): string | null {
  const digits = `999${String(serial * 7).padStart(6, '0')}`
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (10 - place), 0)
  const check = (11 - (sum % 11)) % 11
  return check === 10 ? null : `${digits}${check}`
}

function detailsRow({ row }: PlacedSubject, kinds: readonly DetailKind[], known: Known) {
  const kept = <K extends keyof Known>(kind: K) => (kinds.includes(kind) ? known[kind] : null)
  return {
    tenant_id: row.tenant_id,
    subject_id: row.id,
    role: kept('role'),
    unit: kept('unit')?.name ?? null,
    room: kept('unit')?.room ?? null,
    sex: kept('sex'),
    language: kept('language'),
    guardian: kept('guardian'),
    nhs_number: kept('nhsNumber'),
  }
}
