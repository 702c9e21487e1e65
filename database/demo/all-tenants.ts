import { hash } from '@node-rs/argon2'
import { demoPassword } from './accounts.ts'
import { cascade } from './cascade.ts'
import { buildDemoTenant, buildOperator, type DemoTenant } from './demo-tenant.ts'
import { harbour } from './harbour.ts'
import { meadow } from './meadow.ts'
import { operator } from './operator.ts'

/** Every demo tenant. One hash serves all accounts: they share their password, and a hash is slow on purpose. */
export async function buildDemo(now: Date): Promise<DemoTenant[]> {
  const passwordHash = await hash(demoPassword, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 })
  // At once: while other threads draw the photos of one tenant, the next one's records are made.
  const tenants = await Promise.all([
    buildDemoTenant(harbour, true, now, passwordHash),
    buildDemoTenant(cascade, false, now, passwordHash),
    buildDemoTenant(meadow, false, now, passwordHash),
  ])
  return [...tenants, buildOperator(operator, now, passwordHash)]
}
