import type { Scope } from '../../access/scope.ts'
import { phoneRulesOf } from '../../tenants/service.ts'
import type { DetailRules } from './details-of.ts'

/** Finds what a tenant accepts as details of people. */
export async function findTenantRules(scope: Scope): Promise<DetailRules> {
  const { countries, phone_regex: regex } = await phoneRulesOf(scope)
  // Imported with the first number, because its tables take memory.
  const { lineOf, readPhone, shownPhone } = await import('../../../contract/rules/phone-number.ts')
  return {
    kept: scope.tenant.subjectDetails,
    countries,
    shownPhone: (country, number, type) => {
      const read = readPhone({ country, number }, lineOf[type === 'mobile' ? 'mobile' : 'phone'], regex)
      return 'problem' in read || read.number === null ? undefined : shownPhone(read.number)
    },
  }
}
