import { demoAccounts, demoPassword } from '../../database/demo/accounts.ts'
import { loadDemoWhenEmpty, type DemoOptions } from '../../database/demo/load.ts'

/** Fills an empty database with the demo tenants. Returns the lines that say where to log in, and as whom. */
export async function loadDemoData(options: DemoOptions): Promise<readonly string[]> {
  await loadDemoWhenEmpty(options)
  const lines = demoAccounts.map(({ tenant, hostLabel, accounts }) => {
    const emails = accounts.map(({ email }) => email).join(', ')
    return `  ${tenant} (${hostLabel}.localhost): ${emails}`
  })
  return ['Demo accounts:', ...lines, `  Password of them all: ${demoPassword}`]
}
