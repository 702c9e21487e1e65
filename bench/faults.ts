import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { faultsIn, type Fault } from './fault-kinds.ts'

/*
 * Shows which faults the tests let through: changes one place of the code at a time in a copy of the tree, as a refactoring might by
 * mistake, and runs the tests of its noun. Prints each fault that no test saw.
 *
 *     node bench/faults.ts --sample 40 --seed 7 --minutes 30 [--only server/rounds] [--skip 12]
 */

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    minutes: { type: 'string', default: '600' },
    only: { type: 'string', multiple: true },
    /** How many of the sample were tried before, by a run that was ended. */
    skip: { type: 'string', default: '0' },
    /** A command that runs the tests, such as `nice`. */
    through: { type: 'string', default: 'nice' },
  },
})

const root = path.resolve(import.meta.dirname, '..')
const node = process.execPath

/** The tests that are run for the code of a folder, one list after the other until one of them fails. */
const testsOf: Record<string, readonly (readonly string[])[]> = {
  'contract/rules': [['contract'], ['server/test-records/recording', 'server/rounds', 'server/subjects']],
  'server/access': [
    ['server/access', 'server/session'],
    ['server/users', 'server/organisations', 'server/test-records/exporting/export-access'],
    ['tests/walks/tenancy', 'server/test-records/list'],
  ],
  'server/test-records': [
    ['server/test-records'],
    ['server/search', 'server/fhir'],
    ['server/deliveries', 'server/rounds', 'server/imports/running'],
  ],
  'server/notifications': [['server/notifications']],
  'server/rounds': [['server/rounds']],
  'server/deliveries': [['server/deliveries'], ['server/test-sets']],
  'server/test-sets': [['server/test-sets'], ['server/deliveries', 'server/notifications']],
}

/** Milliseconds after which tests that hang because of a fault have found it. */
const longestRun = 600_000

const copy = await mkdtemp(path.join(os.tmpdir(), 'lateral-faults-'))
const end = Date.now() + Number(values.minutes) * 60_000

try {
  await cp(root, copy, { recursive: true, filter: (from) => !/\/(node_modules|\.git|\.data|dist)$/.test(from) })
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const faults = chosen(await allFaults(), Number(values.sample)).slice(Number(values.skip))
  print(`Seed ${values.seed}: ${faults.length} faults`)
  const survivors: string[] = []
  let tried = 0
  for (const fault of faults) {
    if (Date.now() > end) break
    tried += 1
    const text = `${fault.file}:${fault.line} ${fault.kind}: ${fault.before} → ${fault.after}`
    const isFound = await isFoundIn(fault)
    print(`${isFound ? 'found   ' : 'SURVIVED'} ${text}`)
    if (!isFound) survivors.push(text)
  }
  print(`Found ${tried - survivors.length} of ${tried}. These survived:`)
  for (const survivor of survivors) print(`  ${survivor}`)
} finally {
  await rm(copy, { recursive: true, force: true })
}

async function allFaults(): Promise<Fault[]> {
  const faults: Fault[] = []
  const folders = Object.keys(testsOf).filter((folder) => values.only?.some((one) => one.startsWith(folder)) ?? true)
  for (const folder of folders) {
    const files: string[] = []
    for await (const file of glob(`${folder}/**/*.ts`, { cwd: copy })) files.push(file)
    for (const file of files.toSorted()) {
      const isTest = file.endsWith('.test.ts')
      const isWanted = values.only?.some((one) => file.startsWith(one)) ?? true
      if (!isTest && isWanted) faults.push(...faultsIn(file, await readFile(path.join(copy, file), 'utf8')))
    }
  }
  return faults
}

/** Chooses some of the faults by the seed, so that each folder has its share by chance alone. */
function chosen(faults: readonly Fault[], many: number): Fault[] {
  const drawn = faults.map((fault) => ({ fault, lot: hash('sha256', JSON.stringify([values.seed, fault])) }))
  const inOrder = drawn.toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
  return inOrder.slice(0, many).map(({ fault }) => fault)
}

/** Tells whether a test fails with the fault: first those beside the file, then those of its noun. */
async function isFoundIn({ file, from, to, after }: Fault): Promise<boolean> {
  const place = path.join(copy, file)
  const sound = await readFile(place, 'utf8')
  await writeFile(place, sound.slice(0, from) + after + sound.slice(to))
  try {
    const folder = Object.keys(testsOf).find((one) => file.startsWith(`${one}/`)) ?? ''
    const beside = path.dirname(file)
    const own = file.replace(/\.ts$/, '.test.ts')
    const lists = [
      ...(existsSync(path.join(copy, own)) ? [[own]] : []),
      ...(beside !== folder && !beside.startsWith('contract') && folder !== 'server/access' ? [[`${beside}/`]] : []),
      ...(testsOf[folder] ?? []),
    ]
    for (const tests of lists) if (await fails(tests)) return true
    return false
  } finally {
    await writeFile(place, sound)
  }
}

async function fails(tests: readonly string[]): Promise<boolean> {
  const project = tests[0]?.startsWith('contract') ? 'contract' : 'server'
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    '--bail=1',
    '--maxWorkers=2',
    '--reporter=dot',
  ]
  const run = spawn(values.through, [node, ...args, '--passWithNoTests', ...tests], {
    cwd: copy,
    stdio: 'ignore',
    timeout: longestRun,
  })
  const [code] = await once(run, 'exit')
  return code !== 0
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
