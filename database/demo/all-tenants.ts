import { hash } from '@node-rs/argon2'
import { demoPassword } from './accounts.ts'
import { cascade } from './cascade.ts'
import { buildDemoTenant, buildOperator, type DemoTenant } from './demo-tenant.ts'
import { harbour } from './harbour.ts'
import { meadow } from './meadow.ts'
import { operator } from './operator.ts'

/**
 * Builds every demo tenant. All accounts share one hash, because they share their password and hashing is slow on
 * purpose. Without photos, which take half of the time to draw, all else is the same.
 */
export async function buildDemo(now: Date, { withPhotos = true } = {}): Promise<DemoTenant[]> {
  const passwordHash = await hash(demoPassword, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 })
  // Built at the same time, because other threads draw the photos of one tenant while the records of the next are made.
  const tenants = await Promise.all([
    buildDemoTenant(harbour, true, now, { passwordHash, withPhotos }),
    buildDemoTenant(cascade, false, now, { passwordHash, withPhotos }),
    buildDemoTenant(meadow, false, now, { passwordHash, withPhotos }),
  ])
  return [...tenants, buildOperator(operator, now, passwordHash)]
}
