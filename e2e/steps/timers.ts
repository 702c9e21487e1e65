import { changeRows } from '../stage/database.ts'
import type { Visit } from '../stage/visit.ts'
import { chooseSubject, heading } from './record-test.ts'

/** Starts the timer for a subject at the chosen place, instead of entering a result. */
export async function startTimer(visit: Visit, email: string): Promise<void> {
  await chooseSubject(visit, { email })
  await visit.page.getByRole('button', { name: visit.t('recordingDetails:timer.start') }).click()
  await heading(visit, 'testRuns:started.title').waitFor()
}

/** The card of a subject's test in progress. */
export function runCard({ page }: Visit, email: string) {
  return page.getByRole('article', { name: email })
}

/** Lets minutes pass for a subject's test in progress. `dataDir` belongs to the visit's server. */
export async function goBy(dataDir: string, { tenant }: Visit, email: string, minutes: number): Promise<void> {
  await changeRows(
    dataDir,
    tenant,
    `update test_runs r set started_at = started_at - make_interval(mins => $2), read_from = read_from - make_interval(mins => $2),
       read_until = read_until - make_interval(mins => $2)
     from subject_identities i where i.tenant_id = r.tenant_id and i.subject_id = r.subject_id and i.email = $1 and r.state = 'running'`,
    [email, minutes],
  )
}
