import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaredRoutes } from './declared-routes.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'declared-routes-'))
})
afterAll(() => rm(root, { recursive: true }))

/** Writes the routes of a noun, with the files beside them, and reads them. */
async function read(routes: string, beside: Record<string, string> = {}) {
  const web = path.join(root, crypto.randomUUID())
  await mkdir(path.join(web, 'boxes'), { recursive: true })
  await writeFile(path.join(web, 'routes.tsx'), '')
  for (const [name, text] of Object.entries({ 'routes.ts': routes, ...beside }))
    await writeFile(path.join(web, 'boxes', name), text)
  return declaredRoutes(web).map(({ parent, code, modules, ...route }) => ({
    ...route,
    parent: parent?.path,
    code: code && path.relative(web, code),
    modules: modules.map((module) => path.relative(web, module)),
  }))
}

const list = `
const boxes = createRoute({
  getParentRoute: () => loggedIn,
  path: '/boxes',
  ...pageOfUsers({
    words: ['boxes', 'places'],
    starts: async (queries) => await queries.prefetchQuery((await import('./queries.ts')).boxesQuery()),
    code: async () => {
      import('./box-actions.tsx').catch(() => undefined)
      return (await import('./boxes-page.tsx')).BoxesPage
    },
  }),
})
`

test('a page loads its code, what asks for its data, and its words, but waits for nothing else', async () => {
  expect(await read(list)).toEqual([
    {
      path: '/boxes',
      parent: undefined,
      isForUsers: true,
      words: ['boxes', 'places'],
      code: 'boxes/boxes-page.tsx',
      modules: ['boxes/queries.ts', 'boxes/boxes-page.tsx'],
    },
  ])
})

test('a page below another continues its path, and a whole path stands alone', async () => {
  const routes = await read(`${list}
const box = createRoute({ getParentRoute: () => boxes, path: '$id', ...pageOfRow({ words: [] }) })

/** In a panel. */
const lid = createRoute({ getParentRoute: () => box, path: 'lid', ...panelOfRow({ words: [] }) })
const label = createRoute({ getParentRoute: () => boxes, path: '/labels/$id' })
const visitors = createRoute({ getParentRoute: () => root, id: 'visitors' })
const open = createRoute({ getParentRoute: () => visitors, path: '/open', beforeLoad: () => alsoSay('boxes') })`)
  expect(routes.map(({ path: at, parent, isForUsers }) => [at, parent, isForUsers])).toEqual([
    ['/boxes', undefined, true],
    ['/boxes/$id', '/boxes', true],
    ['/boxes/$id/lid', '/boxes/$id', true],
    ['/labels/$id', '/boxes', true],
    ['', undefined, false],
    ['/open', '', false],
  ])
  expect(routes.at(-1)?.words).toEqual(['boxes'])
})

test('a route that is made for several names is read for each, with what is loaded for that name', async () => {
  const routes = await read(
    `import { boxTabs } from './tabs.ts'
${list}
function pageOfTab({ path }) {
  return pageOfUsers({ words: ['boxes'], code: async () => await (await import('./tab-pages.ts')).tabPages[path]() })
}

const tabs = boxTabs.map((tab) =>
  createRoute({ getParentRoute: () => boxes, path: tab.path, ...pageOfTab(tab) }),
)
const errors = (['404', 'gone'] as const).map((path) =>
  createRoute({ getParentRoute: () => root, path: \`/\${path}\` }),
)`,
    {
      'tabs.ts': `export const boxTabs = [\n  { path: 'lid', title: 'a' },\n  { path: 'all-sides', title: 'b' },\n] as const`,
      'tab-pages.ts': `export const tabPages = {
  lid: async () => (await import('./lid-tab.tsx')).LidTab,
  'all-sides': async () =>
    (await Promise.all([import('./sides-tab.tsx'), alsoSay('sides')]))[0].SidesTab,
}`,
    },
  )
  expect(routes.slice(1).map(({ path: at, words, modules }) => [at, words, modules])).toEqual([
    ['/boxes/lid', ['boxes'], ['boxes/tab-pages.ts', 'boxes/lid-tab.tsx']],
    ['/boxes/all-sides', ['boxes', 'sides'], ['boxes/tab-pages.ts', 'boxes/sides-tab.tsx']],
    ['/404', [], []],
    ['/gone', [], []],
  ])
})

test('a route that cannot be read is refused', async () => {
  await expect(read(`export const routes = [createRoute({ path: '/boxes' })]`)).rejects.toThrow('boxes/routes.ts')
})
