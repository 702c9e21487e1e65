import { runCommand } from './commands.ts'
import type { EveningLoad } from './evening-load.ts'
import type { ThreeNodes } from './three-nodes.ts'

/** A database at the end of the evening, and what was acknowledged until then. */
interface Left {
  nodes: ThreeNodes
  load: EveningLoad
  /** What the markers of the records begin with. */
  run: string
  database: string
  /** The settings for commands about it, and the folder of the version that runs them. */
  settings: Record<string, string>
  version: string
}

/** Prints whether an aim was met. */
type Hold = (what: string, reached: number, aim: { atMost?: number; atLeast?: number }) => void

/** Compares what was acknowledged with what is there, and verifies counts and audit trails. */
export async function judge(left: Left, hold: Hold): Promise<void> {
  const { recorded, photos, files, refusedForGood } = left.load
  process.stdout.write(`  acknowledged: ${recorded.size} tests, ${photos.length} photos, ${files.whole} exports\n`)
  for (const what of new Set(refusedForGood)) process.stdout.write(`  refused: ${what}\n`)
  const stored = await storedIn(left)
  const lost = [...recorded].filter(([marker, { id }]) => !stored.get(marker)?.includes(id)).length
  const unasked = [...stored].filter(([marker]) => !recorded.has(marker)).length
  hold('tests acknowledged and not there', lost, { atMost: 0 })
  hold('tests that are there twice', [...stored.values()].filter((ids) => ids.length > 1).length, { atMost: 0 })
  hold('tests that are there and were never acknowledged', unasked, { atMost: 0 })
  hold('tests that were refused for good', refusedForGood.length, { atMost: 0 })
  hold('photos acknowledged and not there', await missingPhotos(left), { atMost: 0 })
  hold('exports that were cut short and seemed whole', files.cut, { atMost: 0 })
  await verify(left, hold)
}

/** Compares what was acknowledged before the backup, in milliseconds of `performance.now()`, with what it brought back. */
export async function judgeRestored(left: Left & { backedUpAt: number }, hold: Hold): Promise<void> {
  const stored = await storedIn(left)
  const before = [...left.load.recorded].filter(([, { at }]) => at < left.backedUpAt)
  const missing = before.filter(([marker, { id }]) => !stored.get(marker)?.includes(id)).length
  process.stdout.write(`  the restored database has ${stored.size} tests of this evening\n`)
  hold(`of ${before.length} tests acknowledged before the backup, not in it`, missing, { atMost: 0 })
  await verify(left, hold)
}

async function verify({ database, settings, version }: Left, hold: Hold): Promise<void> {
  for (const command of ['verify-counts', 'verify-audit']) {
    const { code, text } = await runCommand([command], settings, version)
    if (code !== 0) process.stdout.write(text)
    hold(`exit code of ${command} in ${database}`, code ?? 1, { atMost: 0 })
  }
}

/** Reads the ids of the tests of this evening by their markers. */
async function storedIn({ nodes, run, database }: Left): Promise<Map<string, string[]>> {
  return await nodes.asSuperuser(async (superuser) => {
    const { rows } = await superuser.query<{ note: string; ids: string[] }>(
      `select note, array_agg(id::text) as ids from test_records where note like $1 group by note`,
      [`${run}-%`],
    )
    return new Map(rows.map(({ note, ids }) => [note, ids]))
  }, database)
}

async function missingPhotos({ nodes, load: { photos }, database }: Left): Promise<number> {
  return await nodes.asSuperuser(async (superuser) => {
    const { rowCount } = await superuser.query('select from device_images where id = any($1::uuid[])', [photos])
    return photos.length - (rowCount ?? 0)
  }, database)
}
