import type { Endpoint } from '../contract/endpoint.ts'

/** The endpoints that are no GET and yet change nothing, each with its reason. */
const unaudited: Readonly<Record<string, string>> = {
  checkInvite: 'asks about an email, which must not be in an address',
  checkTenantDomain: 'asks the domain name system and stores nothing',
  findInvitee: 'asks about a code, which must not be in an address',
  findInviteeOfGroup: 'asks about a code, which must not be in an address',
  matchSubjects: 'searches with personal data, which must not be in an address',
  searchEverything: 'searches with personal data, which must not be in an address',
}

/** Finds the endpoints that change something without an event in the audit trail. `code` is that of the server. */
export function unauditedEndpoints(endpoints: readonly Endpoint[], code: string): string[] {
  return endpoints.flatMap(({ name, method, audit }) => {
    if (audit === undefined) return method === 'GET' || name in unaudited ? [] : [`${name} declares no audit action`]
    return isWritten(audit, code) ? [] : [`${name} declares ${audit}, which the server never writes`]
  })
}

function isWritten(action: string, code: string): boolean {
  if (code.includes(`'${action}'`)) return true
  const noun = /^(.+)\.(?:suspended|reactivated)$/.exec(action)?.[1]
  return noun !== undefined && new RegExp(String.raw`makeStanding\(\s*scope,\s*'${noun}'`).test(code)
}
