import type { Endpoint } from '../../contract/endpoint.ts'
import type { Permission, UserType } from '../../contract/permissions/permissions.ts'
import { meets } from '../../contract/permissions/rules.ts'

/** An endpoint, and the permissions that decide about it, one of which alone may not be enough. */
interface Tried {
  endpoint: Endpoint
  permissions: readonly Permission[]
}

/**
 * Lists the permissions of each endpoint that count for users of a type, and one that does not count. The latter is another
 * one for each next endpoint.
 */
export function ownAndOneForeign(
  endpoints: readonly Endpoint[],
  all: readonly Permission[],
  userType: UserType,
): Tried[] {
  return endpoints.map((endpoint, at) => {
    const own = all.filter((permission) => counts(endpoint, permission, all, userType))
    const others = all.filter((permission) => !own.includes(permission))
    const foreign = others[at % others.length]
    return { endpoint, permissions: foreign === undefined ? own : [...own, foreign] }
  })
}

/** Tells whether some holder's right depends on this permission: beside no other, beside one, or beside all but one or none. */
function counts(
  { requires }: Endpoint,
  permission: Permission,
  all: readonly Permission[],
  userType: UserType,
): boolean {
  const allows = (permissions: readonly Permission[]) => meets(requires, { userType, permissions, features: [] })
  const others = all.filter((other) => other !== permission)
  const beside = [[], others, ...others.flatMap((other) => [[other], others.filter((left) => left !== other)])]
  return beside.some((held) => allows([...held, permission]) !== allows(held))
}
