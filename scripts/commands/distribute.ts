import { createInterface } from 'node:readline/promises'
import { openConnection } from '../../server/platform/database.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { doStep, stepsLeft } from '../../server/shards/distributing-repository.ts'
import { readWords, type Report, type Work } from './command.ts'

/**
 * Spreads tables with their rows over the servers that Citus knows, after it has said how and somebody agreed. Safe to
 * repeat: it does what is left. Returns 1 if nobody agreed.
 */
export function readDistribute(words: readonly string[]): Work {
  const { yes = false } = readWords(words, { yes: { type: 'boolean' } })
  return ({ ownerUrl }, report) => distribute(ownerUrl, yes, report)
}

async function distribute(ownerUrl: string, yes: boolean, report: Report): Promise<number> {
  await migrate({ ownerUrl, report })
  const owner = await openConnection(ownerUrl, 'lateral distribute')
  try {
    const steps = await stepsLeft(owner, ownerUrl)
    if (steps.length === 0) {
      report('Every table is in its place')
      return 0
    }
    for (const { says } of steps) report(says)
    if (!yes && !(await isAgreed(steps.length))) {
      report('Nothing was changed')
      return 1
    }
    for (const step of steps) await doStep(owner, step)
    report(`Done: ${steps.length} steps. Restart every process of Lateral`)
    return 0
  } finally {
    await owner.end()
  }
}

async function isAgreed(count: number): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error(`These ${count} steps cannot be undone. Add --yes to do them`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(`These ${count} steps cannot be undone. Type yes to do them: `)).trim() === 'yes'
  } finally {
    terminal.close()
  }
}
