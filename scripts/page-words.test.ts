import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { missingWords } from './page-words.ts'

const joined = { everyPage: ['shell'], places: ['groups', 'organisations'] }

let root: string

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'page-words-'))
})
afterAll(() => rm(root, { recursive: true }))

const page = (words: string, file: string) =>
  `pageOfUsers({ words: [${words}], code: async () => (await import('./${file}')).Page })`

/** Writes a list and a form that opens over it, whose texts are in a part of it, and checks their words. */
async function missingOf({ list, form, part = '' }: { list: string; form: string; part?: string }): Promise<string[]> {
  const web = path.join(root, crypto.randomUUID(), 'web')
  await mkdir(path.join(web, 'groups'), { recursive: true })
  const files = {
    'routes.tsx': '',
    'groups/routes.ts': `
const list = createRoute({ getParentRoute: () => loggedIn, ...${page(list, 'list.tsx')} })
const form = createRoute({ getParentRoute: () => list, ...${page(form, 'form.tsx')} })`,
    'groups/list.tsx': `t('groups:title') + t('shell:page.groups')`,
    'groups/form.tsx': `import { Part } from './part.tsx'\nimport type { Later } from './later.ts'\nt('groups:created')`,
    'groups/part.tsx': `t('editing:gone')\n${part}`,
    'groups/later.ts': `t('invites:created')`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(web, name), text)
  return missingWords(web, joined).filter((fault) => fault.startsWith('groups/'))
}

test('a page loads the words that it says, and so does the page below a panel', async () => {
  expect(await missingOf({ list: `'places'`, form: `'editing'` })).toEqual([])
})

test('names the words that neither a page nor the one below it loads, with the file that says them', async () => {
  expect(await missingOf({ list: `'places'`, form: `'invites'` })).toEqual([
    'groups/form.tsx: editing, which groups/part.tsx says',
  ])
  expect(await missingOf({ list: '', form: `'editing', 'groups'` })).toEqual([
    'groups/list.tsx: groups, which groups/list.tsx says',
  ])
})

test('a part that loads later brings its own words', async () => {
  const part = `const later = async () => await Promise.all([import('./later.ts'), alsoSay('invites')])`
  expect(await missingOf({ list: `'places'`, form: `'editing'`, part })).toEqual([])
  const silent = part.replace(`, alsoSay('invites')`, '')
  expect(await missingOf({ list: `'places'`, form: `'editing'`, part: silent })).toEqual([
    'groups/form.tsx: invites, which groups/later.ts says',
  ])
})
