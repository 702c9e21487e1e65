import { parseArgs } from 'node:util'
import { holdsSeal, verifyChains } from '../../server/audit/repository.ts'
import { openConnection } from '../../server/platform/database.ts'

/**
 * Recomputes the audit chain of every tenant and says where it breaks, if it does: 1 then, else 0. Whoever can rewrite
 * the whole database can also rewrite a whole chain, so the newest hashes are printed to be kept elsewhere, and `--head`
 * compares with one that was kept.
 */
export async function verifyAudit(
  ownerUrl: string,
  args: readonly string[],
  report: (line: string) => void,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { head: { type: 'string', multiple: true } } })
  const kept = (values.head ?? []).map(readHead)
  const owner = await openConnection(ownerUrl, 'lateral verify-audit')
  try {
    let faults = 0
    for await (const { slug, head, unsealed, brokenAt } of verifyChains(owner)) {
      if (brokenAt !== undefined) {
        faults += 1
        report(`${slug}: BROKEN at event ${brokenAt}: something was changed, removed or put in there`)
        continue
      }
      report(`${slug}: unbroken, ${head?.position ?? 0} events sealed, ${unsealed} not sealed yet`)
      if (head !== undefined) report(`  --head ${slug}:${head.position}:${head.hash}`)
    }
    for (const { slug, ...seal } of kept) {
      if (await holdsSeal(owner, slug, seal)) continue
      faults += 1
      report(`${slug}: BROKEN: event ${seal.position} is not the one that was kept`)
    }
    return faults === 0 ? 0 : 1
  } finally {
    await owner.end()
  }
}

function readHead(text: string): { slug: string; position: number; hash: string } {
  const [, slug, position, hash] = /^([a-z0-9-]+):(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (slug === undefined || hash === undefined)
    throw new Error(`--head ${text}: give TENANT:PLACE:HASH as printed before`)
  return { slug, position: Number(position), hash }
}
