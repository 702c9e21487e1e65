import type { PolicyName } from '../../contract/phrases/policy.ts'
import { getPolicy, getPolicyVersion, listPolicyVersions, readPolicy } from '../../contract/policies/endpoints.ts'
import type { Locale } from '../../contract/locales.ts'
import { queryOf } from '../api/query.ts'

/**
 * Loads the policy in force, which anybody may read. If it is part of a page, its failure is reported there; otherwise
 * the error page reports it.
 */
export function shownPolicyQuery(name: PolicyName, locale: Locale, { isPage = false } = {}) {
  return queryOf(readPolicy, { params: { name }, query: { lang: locale }, ...(!isPage && { errors: 'caller' }) })
}

export function policyQuery(id: string, name: PolicyName) {
  return queryOf(getPolicy, { params: { id, name } })
}

export function versionsQuery(id: string, name: PolicyName) {
  return queryOf(listPolicyVersions, { params: { id, name } })
}

export function versionQuery(id: string, name: PolicyName, version: number) {
  return queryOf(getPolicyVersion, { params: { id, name, version } })
}
