import type { Country } from '../../contract/rules/countries.ts'
import type { PlacedGroup } from './places.ts'
import type { TenantPlan } from './plan.ts'
import type { Random } from './random.ts'
import type { PlacedSubject } from './subjects.ts'
import { emailOf, peopleNames } from './users.ts'

/**
 * Returns a function that gives a person without an account at each call, never the same one twice. In a tenant of
 * people, it is one of the subjects.
 */
export function unknownPeople(
  plan: TenantPlan,
  groups: readonly PlacedGroup[],
  subjects: readonly PlacedSubject[],
  random: Random,
): () => { email: string; group: PlacedGroup } {
  const names = peopleNames(plan, random)
  const left = random.shuffled(subjects.filter(({ row, identity }) => row.user_id === null && identity.email !== null))
  return () => {
    const subject = left.pop()
    const group = groups.find(({ row }) => row.id === subject?.row.group_id)
    return subject?.identity.email && group
      ? { email: subject.identity.email, group }
      : { email: emailOf(names(), `people.${plan.slug}.test`), group: random.pick(groups) }
  }
}

/** Prefixes of mobile numbers by country, as E.164; four digits follow. */
const mobilesOf: Record<Country, string> = {
  GB: '+44740012',
  IE: '+35385012',
  US: '+1213373',
  FR: '+3361234',
  DE: '+491512345',
}

/** Returns a random mobile number of a country, as E.164. */
export function mobileOf(country: Country, random: Random): string {
  return `${mobilesOf[country]}${String(random.below(10_000)).padStart(4, '0')}`
}
