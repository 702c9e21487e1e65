import type { FeatureFlag } from '../../contract/permissions/permissions.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { alterReply } from '../stage/altered-reply.ts'
import type { Visit } from '../stage/visit.ts'

/** Switches a flag on in the server's reply about the tenant. */
export async function switchOn(visit: Visit, flag: FeatureFlag): Promise<void> {
  await alterReply<Preferences>(visit, '/get-site-preferences', (preferences) => ({
    ...preferences,
    features: [...preferences.features, flag],
  }))
}
