import pg from 'pg'
import { readHead, writeHead, type Head } from '../../server/audit/heads.ts'
import { findLostSeal, findTenantId, verifyChains } from '../../server/audit/repository.ts'
import { clearAlarm } from '../../server/audit/verification-repository.ts'
import type { Config } from '../../server/platform/config.ts'
import { openKeptLines } from '../../server/platform/kept-lines.ts'
import { sayProblem } from '../../server/platform/said-problem.ts'
import { readWords, UsageError, type Report, type Work } from './command.ts'

/**
 * Recomputes the audit chain of every tenant and reports where it breaks: 1 if it does or if a tenant could not be
 * verified, else 0. An attacker who can
 * rewrite the whole database can also rewrite a whole chain or cut its end, so it is compared with the hashes that the
 * server kept in `AUDIT_HEADS`, and with each `--head`.
 */
export function readVerifyAudit(words: readonly string[]): Work {
  const { head = [] } = readWords(words, { head: { type: 'string', multiple: true } })
  const given = head.map((each) => {
    const read = readHead(each)
    if (read === undefined) throw new UsageError(`${each}: a head is TENANT:PLACE:HASH, as printed before.`)
    return read
  })
  return (settings, report) => verifyAudit(settings, given, report)
}

async function verifyAudit(
  { ownerUrl, auditHeads }: { ownerUrl: string } & Pick<Config, 'auditHeads'>,
  given: readonly Head[],
  report: Report,
): Promise<number> {
  const kept = auditHeads === undefined ? [] : (await openKeptLines(auditHeads).read()).map(headOf)
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'lateral verify-audit' })
  await owner.connect()
  try {
    let faults = 0
    let verified = 0
    for await (const { slug, failed, result } of verifyChains(owner)) {
      if (failed !== undefined) {
        faults += 1
        report(`${slug}: NOT VERIFIED: ${sayProblem(failed)}`)
        continue
      }
      verified += 1
      const { head, unsealed, unsealedForLong, brokenAt, alarmAt } = result
      if (alarmAt !== undefined) {
        faults += 1
        report(`${slug}: ALARM at event ${alarmAt}. Once it is repaired: clear-audit-alarm --tenant ${slug}`)
      }
      if (unsealedForLong > 0) {
        faults += 1
        report(`${slug}: NOT SEALED: events older than an hour: ${unsealedForLong}. Is the server running?`)
      }
      if (brokenAt !== undefined) {
        faults += 1
        report(`${slug}: BROKEN at event ${brokenAt}: something was changed, removed or put in there`)
        continue
      }
      report(`${slug}: ${chainSaid(head)}, ${unsealed} not sealed yet`)
      if (head !== undefined) report(`  --head ${writeHead({ slug, ...head })}`)
    }
    if (verified === 0) {
      faults += 1
      report('NOTHING was verified')
    }
    for (const [slug, seals] of Object.entries(Object.groupBy([...kept, ...given], (head) => head.slug))) {
      const lost = await findLostSeal(owner, slug, seals ?? [])
      if (lost === undefined) continue
      faults += 1
      report(`${slug}: BROKEN: event ${lost} is not the one that was kept`)
    }
    if (auditHeads !== undefined) report(`Compared with ${kept.length} hashes that were kept in AUDIT_HEADS`)
    return faults === 0 ? 0 : 1
  } finally {
    await owner.end()
  }
}

/**
 * Clears a tenant's alarm once its chain is whole again; with `--accept` even if it is not, and events after the damage
 * are verified from then on. 1 if the chain is still broken, or if there is no alarm.
 */
export function readClearAuditAlarm(words: readonly string[]): Work {
  const { tenant, accept = false } = readWords(words, { tenant: { type: 'string' }, accept: { type: 'boolean' } })
  if (tenant === undefined) throw new UsageError('Say whose alarm it is: --tenant NAME, as its web address has it.')
  return ({ ownerUrl }, report) => clearAuditAlarm(ownerUrl, { slug: tenant, accept }, report)
}

async function clearAuditAlarm(
  ownerUrl: string,
  { slug, accept }: { slug: string; accept: boolean },
  report: Report,
): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'lateral clear-audit-alarm' })
  await owner.connect()
  try {
    const tenantId = await findTenantId(owner, slug)
    if (tenantId === undefined) throw new Error(`There is no tenant ${slug}`)
    const clearing = await clearAlarm(owner, tenantId, accept)
    switch (clearing.outcome) {
      case 'no-alarm':
        report(`${slug}: there is no alarm`)
        return 1
      case 'still-broken':
        report(
          `${slug}: BROKEN still, at event ${clearing.position}: the alarm stays. Restore what was there, or add --accept`,
        )
        return 1
      case 'cleared':
        report(`${slug}: the alarm at event ${clearing.position} is cleared; the server verifies the chain again`)
        return 0
    }
  } finally {
    await owner.end()
  }
}

/** Says that a chain is unbroken, or that there is none yet. */
export function chainSaid(head: Pick<Head, 'position'> | undefined): string {
  return head === undefined ? 'nothing to verify, 0 events sealed' : `unbroken, ${head.position} events sealed`
}

function headOf(text: string): Head {
  const head = readHead(text)
  if (head === undefined) throw new Error(`${text}: a head is TENANT:PLACE:HASH, as printed before`)
  return head
}
