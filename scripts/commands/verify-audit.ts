import { parseArgs } from 'node:util'
import pg from 'pg'
import { readHead, writeHead, type Head } from '../../server/audit/heads.ts'
import { findLostSeal, verifyChains } from '../../server/audit/repository.ts'
import type { Config } from '../../server/platform/config.ts'
import { openKeptLines } from '../../server/platform/kept-lines.ts'

/**
 * Recomputes the audit chain of every tenant and says where it breaks, if it does: 1 then, else 0. Whoever can rewrite
 * the whole database can also rewrite a whole chain or cut its end, so it is compared with the hashes that the server kept
 * in `AUDIT_HEADS`, and with each `--head`.
 */
export async function verifyAudit(
  { ownerUrl, auditHeads }: { ownerUrl: string } & Pick<Config, 'auditHeads'>,
  args: readonly string[],
  report: (line: string) => void,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { head: { type: 'string', multiple: true } } })
  const given = (values.head ?? []).map(headOf)
  const kept = auditHeads === undefined ? [] : (await openKeptLines(auditHeads).read()).map(headOf)
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'lateral verify-audit' })
  await owner.connect()
  try {
    let faults = 0
    for await (const { slug, head, unsealed, unsealedForLong, brokenAt } of verifyChains(owner)) {
      if (unsealedForLong > 0) {
        faults += 1
        report(`${slug}: NOT SEALED: events older than an hour: ${unsealedForLong}. Is the server running?`)
      }
      if (brokenAt !== undefined) {
        faults += 1
        report(`${slug}: BROKEN at event ${brokenAt}: something was changed, removed or put in there`)
        continue
      }
      report(`${slug}: unbroken, ${head?.position ?? 0} events sealed, ${unsealed} not sealed yet`)
      if (head !== undefined) report(`  --head ${writeHead({ slug, ...head })}`)
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

function headOf(text: string): Head {
  const head = readHead(text)
  if (head === undefined) throw new Error(`${text}: a head is TENANT:PLACE:HASH, as printed before`)
  return head
}
