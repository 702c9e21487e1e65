import type { Keeps } from '../../../contract/imports/imported-person.ts'
import type { Country } from '../../../contract/rules/countries.ts'
import type { Scope } from '../../access/scope.ts'
import { addressRulesOf, phoneRulesOf } from '../../tenants/service.ts'
import type { DetailRules } from './details-of.ts'
import type { ReadNumber } from './telephones-of.ts'

/** Finds what a tenant keeps of people, by which rows are read. */
export async function findKeeps(scope: Scope): Promise<Keeps> {
  return { details: scope.tenant.subjectDetails, countries: (await phoneRulesOf(scope)).countries }
}

/** Finds what a tenant accepts as details of people. */
export async function findTenantRules(scope: Scope): Promise<DetailRules> {
  const { countries, phone_regex: regex } = await phoneRulesOf(scope)
  // Imported with the first number, because its tables take memory.
  const { lineOf, readPhone, shownPhone, telephoneTypeOf } = await import('../../../contract/rules/phone-number.ts')
  const readNumber: ReadNumber = (number) => {
    const read = (country: Country) => readPhone({ country, number }, lineOf.phone, regex)
    const found = countries.map(read).flatMap((one) => ('number' in one ? [one.number] : []))
    const [one, another] = [...new Set(found)]
    if (one === undefined) return 'phoneLeftOut'
    return another === undefined ? { number: shownPhone(one), type: telephoneTypeOf(one) } : 'phoneOfSeveral'
  }
  return { ...(await addressRulesOf(scope)), kept: scope.tenant.subjectDetails, readNumber }
}
