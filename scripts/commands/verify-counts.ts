import pg from 'pg'
import { checkCounts, repairCounts } from '../../server/test-records/counting/folding-repository.ts'
import { sayProblem } from '../../server/platform/said-problem.ts'
import { readWords, type Report, type Work } from './command.ts'

/** `verify-counts`, which puts wrong counts right with `--repair`. */
export function readVerifyCounts(words: readonly string[]): Work {
  const { repair = false } = readWords(words, { repair: { type: 'boolean' } })
  return ({ ownerUrl }, report) => verifyCounts(ownerUrl, repair, report)
}

/**
 * Counts every record of every tenant and reports whether the counts behind lists and dashboards agree: 0 if they do
 * in all of them, else 1. With `repair`, wrong counts are corrected while the server runs.
 */
export async function verifyCounts(ownerUrl: string, repair: boolean, report: Report): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'lateral verify-counts' })
  await owner.connect()
  try {
    let faults = 0
    let compared = 0
    for await (const { slug, tenantId, failed, result } of checkCounts(owner)) {
      if (failed !== undefined) {
        faults += 1
        report(`${slug}: NOT COMPARED: ${sayProblem(failed)}`)
        continue
      }
      compared += 1
      const { records, wrong } = result
      if (wrong === 0) {
        report(`${slug}: ${records === 0 ? 'no records, and no counts' : `counts agree with ${records} records`}`)
        continue
      }
      if (repair) await repairCounts(owner, tenantId)
      else faults += 1
      report(
        `${slug}: WRONG: ${wrong} counts differ from the ${records} records${repair ? '; put right' : '. Add --repair'}`,
      )
    }
    if (compared === 0) {
      faults += 1
      report('NOTHING was compared')
    }
    return faults === 0 ? 0 : 1
  } finally {
    await owner.end()
  }
}
