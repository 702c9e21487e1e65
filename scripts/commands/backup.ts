import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import type { ParseArgsConfig } from 'node:util'
import { type ChainState, verifyChains } from '../../server/audit/repository.ts'
import { readArchive } from '../../server/backups/archive-reader.ts'
import { ArchiveError } from '../../server/backups/archive-format.ts'
import { backUp as writeBackup, countsOf } from '../../server/backups/backing-up.ts'
import { replayErasures as replay, restore as restoreBackup } from '../../server/backups/restoring.ts'
import type { Config } from '../../server/platform/config.ts'
import { openConnection } from '../../server/platform/database.ts'
import { openFiles } from '../../server/platform/files.ts'
import { openKeptLines } from '../../server/platform/kept-lines.ts'
import { deriveRoleUrls } from '../../server/platform/roles.ts'
import { sayProblem } from '../../server/platform/said-problem.ts'
import { isSpread as areTablesSpread, spreadTables } from '../../server/shards/distributing-repository.ts'
import { readFileAndWords, readWords, UsageError, type Report, type Work } from './command.ts'
import { chainSaid } from './verify-audit.ts'
import { verifyCounts } from './verify-counts.ts'

type Settings = Pick<Config, 'dataDir' | 's3' | 'erasures'> & { ownerUrl: string }

/** Missing files that are named one by one. */
const mostNamed = 20

/** Shorter passphrases of an archive that was stolen could be guessed. */
const leastPassphrase = 12

/**
 * Writes the database and the files as of one moment to a new file, while the server runs, and reads it back. Returns 1
 * if photos were missing, or the list of erasures cannot be written, although the rest is backed up.
 */
export async function readBackUp(words: readonly string[]): Promise<Work> {
  const { file, passphrase } = await archiveIn(words, {})
  if (passphrase !== undefined && passphrase.length < leastPassphrase) {
    throw new UsageError(`The passphrase is too short: at least ${leastPassphrase} characters, or several words.`)
  }
  return (settings, report) => backUp(settings, { file, passphrase }, report)
}

async function backUp(settings: Settings, { file, passphrase }: Archive, report: Report): Promise<number> {
  const { readerUrl } = deriveRoleUrls(settings.ownerUrl)
  const erasures = openKeptLines(settings.erasures)
  const content = await writeBackup({ readerUrl, files: openFiles(settings), erasures }, file, passphrase)
  const { takenAt, tables, rows, files, missingFiles, isInErasureList } = content
  report(`${file} holds ${rows} rows of ${tables} tables and ${files} files as of ${takenAt}, and was read back`)
  for (const key of missingFiles.slice(0, mostNamed)) {
    report(`MISSING: ${key} is named by the database, but not among the files`)
  }
  if (missingFiles.length > mostNamed) report(`MISSING: ${missingFiles.length - mostNamed} more`)
  if (!isInErasureList) report('The list in ERASURES cannot be written, so a restore cannot tell whether it is whole')
  return missingFiles.length === 0 && isInErasureList ? 0 : 1
}

/** Reads an archive to its end. Throws if it is cut, damaged, or encrypted with another passphrase. */
export async function readVerifyBackup(words: readonly string[]): Promise<Work> {
  const { file, passphrase } = await archiveIn(words, {})
  return async (_, report) => {
    const { header, end } = await readArchive(file, passphrase)
    const { tables, rows, files } = countsOf(end)
    report(`${file} is whole: ${rows} rows of ${tables} tables and ${files} files as of ${header.takenAt}`)
    return 0
  }
}

/**
 * Restores an archive into a database without tenants, completely or not at all, erases again who was erased since, and
 * verifies counts and audit trails. Returns 1 if one of these is wrong.
 */
export async function readRestore(words: readonly string[]): Promise<Work> {
  const options = { 'waiting-messages': { type: 'string' }, 'without-erasures': { type: 'boolean' } } as const
  const { values, ...archive } = await archiveIn(words, options)
  const messages = values['waiting-messages']
  if (messages !== undefined && messages !== 'send' && messages !== 'discard') {
    throw new UsageError('--waiting-messages is send or discard.')
  }
  const bringsBackErased = values['without-erasures'] === true
  return (settings, report) => restore(settings, { ...archive, messages, bringsBackErased }, report)
}

interface Restored extends Archive {
  messages: 'send' | 'discard' | undefined
  bringsBackErased: boolean
}

async function restore(
  settings: Settings,
  { file, passphrase, messages, bringsBackErased }: Restored,
  report: Report,
): Promise<number> {
  const { ownerUrl } = settings
  const isSpread = await withOwner(ownerUrl, areTablesSpread)
  await restoreBackup(
    {
      ownerUrl,
      files: openFiles(settings),
      erasures: bringsBackErased ? undefined : openKeptLines(settings.erasures),
      decideOnMessages: async (count) => messages ?? (await askAboutMessages(count)),
      isSpread,
      report,
    },
    file,
    passphrase,
  )
  if (isSpread) {
    report('Putting the rows of each tenant on one of the servers. Should that fail, repair why and run distribute')
    await withOwner(ownerUrl, (owner) => spreadTables(owner, ownerUrl))
  }
  const areChainsWhole = await verifyEachChain(ownerUrl, report)
  const countsCode = await verifyCounts(ownerUrl, false, report)
  return areChainsWhole ? countsCode : 1
}

/** Erases again who was erased since, after another program has recovered the database to an earlier moment. */
export function readReplayErasures(words: readonly string[]): Work {
  readWords(words, {})
  return async (settings, report) => {
    const { serverUrl } = deriveRoleUrls(settings.ownerUrl)
    const count = await replay(serverUrl, openKeptLines(settings.erasures))
    report(`People who were erased since, and now again: ${count}`)
    return 0
  }
}

async function askAboutMessages(count: number): Promise<'send' | 'discard'> {
  const said = `${count} messages were waiting to be sent when the backup was made. Most were probably sent since`
  if (!process.stdin.isTTY)
    throw new ArchiveError(`${said}. Add --waiting-messages send, or --waiting-messages discard`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    for (;;) {
      const answer = (await terminal.question(`${said}. Type send or discard: `)).trim()
      if (answer === 'send' || answer === 'discard') return answer
    }
  } finally {
    terminal.close()
  }
}

type Owner = Awaited<ReturnType<typeof openConnection>>

async function withOwner<T>(ownerUrl: string, work: (owner: Owner) => Promise<T>): Promise<T> {
  const owner = await openConnection(ownerUrl, 'lateral restore')
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

async function verifyEachChain(ownerUrl: string, report: Report): Promise<boolean> {
  return await withOwner(ownerUrl, async (owner) => {
    let areWhole = true
    for await (const { slug, failed, result } of verifyChains(owner)) {
      if (failed !== undefined || result.brokenAt !== undefined) areWhole = false
      const state = failed === undefined ? stateOf(result) : `NOT VERIFIED: ${sayProblem(failed)}`
      report(`${slug}: audit trail ${state}`)
    }
    return areWhole
  })
}

function stateOf({ head, brokenAt }: ChainState): string {
  return brokenAt === undefined ? chainSaid(head) : `BROKEN at event ${brokenAt}`
}

/** A backup's file, and what opens it if it is encrypted. */
interface Archive {
  file: string
  passphrase: string | undefined
}

async function archiveIn<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  more: Options,
) {
  const { file, values } = readFileAndWords(words, { 'passphrase-file': { type: 'string' }, ...more } as const)
  const { 'passphrase-file': from } = values as { 'passphrase-file'?: string }
  return { file, values, passphrase: from === undefined ? undefined : await passphraseIn(from) }
}

/** Reads the first line of a file. */
async function passphraseIn(file: string): Promise<string> {
  const [passphrase = ''] = (await readFile(file, 'utf8')).split(/\r?\n/, 1)
  if (passphrase === '') throw new UsageError(`${file} has no passphrase on its first line.`)
  return passphrase
}
