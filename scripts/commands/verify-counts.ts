import { parseArgs } from 'node:util'
import pg from 'pg'
import { checkCounts, repairCounts } from '../../server/test-records/counting/folding-repository.ts'

/**
 * Counts every record of every tenant and reports whether the counts behind lists and dashboards agree: 0 if they do,
 * else 1. With `--repair`, wrong counts are corrected while the server runs.
 */
export async function verifyCounts(
  { ownerUrl }: { ownerUrl: string },
  args: readonly string[],
  report: (line: string) => void,
): Promise<number> {
  const { repair = false } = parseArgs({ args: [...args], options: { repair: { type: 'boolean' } } }).values
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'lateral verify-counts' })
  await owner.connect()
  try {
    let faults = 0
    for await (const { tenantId, slug, records, wrong } of checkCounts(owner)) {
      if (wrong === 0) {
        report(`${slug}: counts agree with ${records} records`)
        continue
      }
      if (repair) await repairCounts(owner, tenantId)
      else faults += 1
      report(
        `${slug}: WRONG: ${wrong} counts differ from the ${records} records${repair ? '; put right' : '. Add --repair'}`,
      )
    }
    return faults === 0 ? 0 : 1
  } finally {
    await owner.end()
  }
}
