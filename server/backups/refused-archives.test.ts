import { execFileSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Files, openFiles } from '../platform/files.ts'
import { sayProblem } from '../platform/said-problem.ts'
import { deriveRoleUrls } from '../platform/roles.ts'
import { askAsOwner, runAsOwner, withDatabase } from '../../tests/server/owner-connection.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { type ArchiveHeader } from './archive-format.ts'
import { readArchive } from './archive-reader.ts'
import { sumLine, writeArchive } from './archive-writer.ts'
import { backUp } from './backing-up.ts'
import { restore } from './restoring.ts'
import { addTrailer } from './trailer.ts'

const { ownerUrl: adminUrl } = inject('testDatabase')
const database = `lateral_test_${randomUUID().replaceAll('-', '')}`
const ownerUrl = withDatabase(adminUrl, database)

let source: TestApp
let folder: string
let archive: string
let dataDir: string

beforeAll(async () => {
  source = await startTestApp()
  folder = await mkdtemp(path.join(tmpdir(), 'lateral-refused-'))
  archive = path.join(folder, 'lateral.backup')
  await backUp({ ...sourceParts() }, archive, undefined)
  await runAsOwner(adminUrl, `create database ${database}`)
})
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(folder, 'data-'))
})
afterAll(async () => {
  await source.close()
  await runAsOwner(adminUrl, `drop database ${database}`)
  await rm(folder, { recursive: true })
})

function sourceParts(dataDirOfSource = source.dataDir) {
  const { readerUrl } = deriveRoleUrls(source.database.ownerUrl)
  return { readerUrl, files: openFiles({ dataDir: dataDirOfSource, s3: undefined }) }
}

const restoreFrom = (file: string, files: Files = openFiles({ dataDir, s3: undefined })) =>
  restore(
    { ownerUrl, files, erasures: undefined, decideOnMessages: async () => 'discard', report: () => undefined },
    file,
    undefined,
  )

/** Neither tables nor files, as before a restore that was refused. */
async function expectNothing(): Promise<void> {
  const tables = await askAsOwner(
    ownerUrl,
    `select relname from pg_class where relnamespace = 'public'::regnamespace union all select nspname from pg_namespace where nspname = 'jobs'`,
  )
  expect(tables).toEqual([])
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true })
  expect(files.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([])
}

async function variant(name: string, change: (content: Buffer) => Buffer): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, change(await readFile(archive)))
  return file
}

describe('an archive that is not what was written', () => {
  it.each([1, 15, 500, 5_000, 50_000])('is refused when it lacks its last %i bytes', async (bytes) => {
    const file = await variant('cut.backup', (content) => content.subarray(0, Math.max(40, content.length - bytes)))
    await expect(restoreFrom(file)).rejects.toThrow(/^\S+ was cut short, or something was added: its end is missing$/)
    await expectNothing()
  })

  it('is refused when something follows it', async () => {
    const file = await variant('longer.backup', (content) => Buffer.concat([content, Buffer.from('x')]))
    await expect(restoreFrom(file)).rejects.toThrow(/^\S+ (is damaged|was cut short)/)
    await expectNothing()
  })

  it.each([0.01, 0.2, 0.5, 0.8, 0.99])('is refused when a bit at %f of it is another one', async (place) => {
    const file = await variant('flipped.backup', (content) => {
      const at = Math.floor(content.length * place)
      content[at] = (content[at] ?? 0) ^ 1
      return content
    })
    await expect(restoreFrom(file)).rejects.toThrow(/^\S+ (is damaged|was cut short)/)
    await expectNothing()
  })

  it('is refused when it is another file, or none', async () => {
    const file = await variant('text.backup', () => Buffer.from('PGDMP'))
    await expect(restoreFrom(file)).rejects.toThrow('is not a backup of Lateral')
    await expect(restoreFrom(path.join(folder, 'none'))).rejects.toThrow('There is no ')
  })

  it('is refused with another passphrase, without one, and unencrypted in the place of an encrypted one', async () => {
    const encrypted = path.join(folder, 'encrypted.backup')
    const { header } = await readArchive(archive, undefined)
    const small = { ...header, tables: [], sequences: [] }
    await writeArchive(encrypted, { header: small, passphrase: 'correct horse battery' }, async (writer) => {
      await writer.add(`files/${photoOf('a')}`, Buffer.from('Oursides'))
      return { rows: {}, files: 1, fileBytes: 8, missingFiles: 0 }
    })
    expect(await readFile(encrypted, 'latin1')).toContain('age-encryption.org/v1')
    expect(await readFile(encrypted, 'latin1')).not.toContain('Oursides')
    expect((await readArchive(encrypted, 'correct horse battery')).end.files).toBe(1)
    await expect(readArchive(encrypted, 'another passphrase')).rejects.toThrow(/^The passphrase is not the one of /)
    await expect(readArchive(encrypted, undefined)).rejects.toThrow('is encrypted. Add --passphrase-file')
    await expect(readArchive(archive, 'correct horse battery')).rejects.toThrow('is not encrypted')
  })
})

/** A key that no photo has, of the form that photos have. */
function photoOf(digit: string): string {
  const id = '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit)
  return `device-images/${id}/${id}.webp`
}

interface Entry {
  name: string
  content: Buffer
  /** The size in its header, if that is not the one of the content. */
  size?: number
}

describe('an archive that somebody has made', () => {
  const added = (name: string, size?: number) => (entries: Entry[]) => {
    const place = entries.findIndex((entry) => entry.name.startsWith('sums/'))
    return entries.toSpliced(place, 0, { name, content: Buffer.from('x'), ...(size !== undefined && { size }) })
  }
  const withHeader = (change: (header: ArchiveHeader) => object) => (entries: Entry[]) =>
    entries.map((entry) =>
      entry.name === 'backup.json'
        ? {
            ...entry,
            content: Buffer.from(JSON.stringify(change(JSON.parse(entry.content.toString()) as ArchiveHeader))),
          }
        : entry,
    )

  it.each<[string, (entries: Entry[]) => Entry[], RegExp]>([
    [
      'names a file above its folder',
      added('files/../../outside'),
      /is damaged: it holds "files\/\.\.\/\.\.\/outside"/,
    ],
    ['names a file from the root', added('/etc/outside'), /is damaged: it holds/],
    ['names a hidden file', added('files/.ssh/outside'), /is damaged: it holds/],
    [
      'claims a part of 10 GB',
      added(`files/${photoOf('f')}`, 10 * 1024 ** 3),
      /is damaged: files\/device-images\/\S+ claims 10737418240 bytes/,
    ],
    [
      'adds to the list of erasures',
      added('files/erasures/2026.txt'),
      /is damaged: it holds "files\/erasures\/2026.txt"/,
    ],
    [
      'would colour the terminal',
      withHeader((header) => ({ ...header, lateral: '\u001b[31m2.8.0' })),
      /is damaged: what it says about itself cannot be read$/,
    ],
    [
      'has a file twice',
      (entries) => entries.flatMap((e) => (e.name.startsWith('files/') ? [e, e] : [e])),
      /not in its place/,
    ],
    ['has rows of a table that its header does not name', added('tables/zebras/000001'), /is damaged/],
    ['lacks a part', (entries) => entries.filter(({ name }) => name !== 'tables/users/000001'), /is damaged: the sums/],
    ['has nothing', () => [], /was cut short/],
    [
      'has other sums than content',
      (entries) => entries.map((e) => (e.name === 'tables/users/000001' ? { ...e, content: Buffer.from('x\n') } : e)),
      /is damaged: the sums/,
    ],
    [
      'is of a newer version',
      withHeader((header) => ({ ...header, lateral: '9.9.9', migrations: [...header.migrations, '9999-future'] })),
      /is of another version of Lateral \(9\.9\.9\), which has migrated the database by 9999-future/,
    ],
    [
      'is of an older version',
      withHeader((header) => ({ ...header, migrations: header.migrations.slice(0, 20) })),
      /is of an older version of Lateral \(up to \d{4}-[a-z-]+\), and this one makes no tables before 0275-/,
    ],
    [
      'has a newer form',
      withHeader((header) => ({ ...header, lateral: '9.9.9', formatVersion: 2, tables: 'other' })),
      /is of a newer version of Lateral \(9\.9\.9\)/,
    ],
    [
      'lacks a table',
      (entries) =>
        withHeader((header) => ({ ...header, tables: header.tables.filter(({ name }) => name !== 'messages') }))(
          entries.filter(({ name }) => !name.startsWith('tables/messages/')),
        ),
      /The backup lacks messages/,
    ],
    [
      'lacks a column',
      withHeader((header) => ({
        ...header,
        tables: header.tables.map((t) => ({ ...t, columns: t.columns.filter((name) => name !== 'npi') })),
      })),
      /The backup lacks organisations\.npi/,
    ],
    [
      'has a row that is none',
      (entries) =>
        entries.map((e) =>
          e.name === 'tables/user_groups/000001'
            ? { ...e, content: Buffer.from(e.content.toString().replace('\t', ' ')) }
            : e,
        ),
      /missing data for column|invalid input syntax/,
    ],
    [
      'has a row that no reference allows',
      (entries) =>
        entries.map((e) =>
          e.name === 'tables/user_groups/000001'
            ? { ...e, content: Buffer.from(e.content.toString().replace('0', '9')) }
            : e,
        ),
      /violates foreign key constraint/,
    ],
  ])('that %s is refused, and leaves nothing', async (name, change, problem) => {
    const file = path.join(folder, `made-${randomUUID()}.backup`)
    const isSummed = !name.includes('sums') && name !== 'lacks a part'
    await writeFile(file, await archiveOf(change(await entriesOf(archive)), isSummed))
    await expect(restoreFrom(file)).rejects.toThrow(problem)
    await expectNothing()
  })

  it('with a value that PostgreSQL refuses is described without the value', async () => {
    const entries = await entriesOf(archive)
    const changed = entries.map((e) =>
      e.name === 'tables/users/000001'
        ? { ...e, content: Buffer.from(e.content.toString().replace('-', 'Marlowe')) }
        : e,
    )
    const file = path.join(folder, 'quoting.backup')
    await writeFile(file, await archiveOf(changed, true))
    const error: unknown = await restoreFrom(file).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('Marlowe')
    expect(sayProblem(error)).toBe('PostgreSQL refused a value: 22P02, table users, line 1')
  })
})

/** A disk of two megabytes, where this user may mount one. */
function mountDisk(): string | undefined {
  const at = path.join(tmpdir(), `lateral-disk-${randomUUID()}`)
  try {
    execFileSync('mkdir', [at])
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100k,mode=700', 'none', at], { stdio: 'ignore' })
    return at
  } catch {
    return undefined
  }
}

const disk = mountDisk()

it.skipIf(disk === undefined)('a backup for which there is no room leaves nothing', async () => {
  const content = Buffer.alloc(300_000)
  for (let at = 0; at < content.length; at += 1) content[at] = ((at * 7919) % 251) ^ (at >> 8)
  const { home } = source.ours.places
  const photo = path.join(source.dataDir, 'files/device-images', source.ours.id, `${home.imageId}.webp`)
  const before = await readFile(photo)
  await writeFile(photo, content)
  await expect(backUp(sourceParts(), path.join(disk ?? '', 'full.backup'), undefined)).rejects.toThrow(
    /^There is no room for .*full\.backup\. Nothing was kept$/,
  )
  await writeFile(photo, before)
  expect(await readdir(disk ?? '')).toEqual([])
  execFileSync('umount', [disk ?? ''])
  await rm(disk ?? '', { recursive: true })
})

it('a restore for which there is no room leaves nothing', async () => {
  let stored = 0
  const own = openFiles({ dataDir, s3: undefined })
  const put: Files['put'] = async (key, content) => {
    stored += 1
    if (stored === 5) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    await own.put(key, content)
  }
  await expect(restoreFrom(archive, { ...own, put })).rejects.toThrow(
    'There is no room for the backup. Nothing was restored',
  )
  await expectNothing()
})

it('a backup of tenants whose rows may not be read fails, instead of being empty', async () => {
  const file = path.join(folder, 'bound.backup')
  await expect(backUp({ ...sourceParts(), readerUrl: source.database.ownerUrl }, file, undefined)).rejects.toThrow(
    /may not read the rows of every tenant/,
  )
  expect(await readdir(folder)).not.toContain(path.basename(file))
})

async function entriesOf(file: string): Promise<Entry[]> {
  const tar = extract()
  tar.end(zstdDecompressSync(await readFile(file)))
  const entries: Entry[] = []
  for await (const entry of tar) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer) // a tar holds bytes
    entries.push({ name: entry.header.name, content: Buffer.concat(chunks) })
  }
  return entries
}

/** Writes entries, with sums and an end that fit them or with those that they have. */
async function archiveOf(entries: readonly Entry[], isSummed: boolean): Promise<Buffer> {
  const tar = pack()
  for (const { name, content, size } of isSummed ? summed(entries) : entries) {
    tar.entry({ name, ...(size !== undefined && { pax: { size: String(size) } }) }, content)
  }
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer) // a tar consists of bytes
  const whole: Uint8Array[] = []
  for await (const chunk of addTrailer(Readable.from([zstdCompressSync(Buffer.concat(chunks))]))) whole.push(chunk)
  return Buffer.concat(whole)
}

function summed(all: readonly Entry[]): Entry[] {
  const entries = all.filter(({ name }) => !name.startsWith('sums/') && name !== 'end.json')
  const end = all.find(({ name }) => name === 'end.json')
  if (end === undefined) return entries
  const sums = Buffer.from(entries.map(({ name, content }) => sumLine(name, content)).join(''))
  const files = entries.filter(({ name }) => name.startsWith('files/'))
  const said = {
    ...(JSON.parse(end.content.toString()) as object),
    files: files.length,
    fileBytes: files.reduce((bytes, { content }) => bytes + content.length, 0),
    sums: createHash('sha256').update(sums).digest('hex'),
  }
  return [
    ...entries,
    { name: 'sums/000001', content: sums },
    { name: 'end.json', content: Buffer.from(JSON.stringify(said)) },
  ]
}
