import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/**
 * Loads modules anew, and names what the source asked of the browser's tables meanwhile: each costs a phone milliseconds before
 * anything is drawn. Packages are not counted.
 */
async function workAtImport(load: () => Promise<unknown>): Promise<string[]> {
  const work: string[] = []
  const note = (what: string): void => {
    // Below it are this function and that of the proxy.
    const caller = (new Error('caller').stack ?? '').split('\n')[3] ?? ''
    if (!caller.includes('node_modules')) work.push(`${what} in ${caller.trim()}`)
  }
  const { Intl: tables, RegExp: Expression } = globalThis
  vi.stubGlobal(
    'Intl',
    new Proxy(tables, {
      get(target, name, receiver) {
        note(`Intl.${String(name)}`)
        return Reflect.get(target, name, receiver) as unknown
      },
    }),
  )
  vi.stubGlobal(
    'RegExp',
    new Proxy(Expression, {
      construct(target, given, newTarget) {
        note('new RegExp')
        return Reflect.construct(target, given, newTarget) as object
      },
    }),
  )
  vi.resetModules()
  await load()
  return work
}

test.each([
  ['the start', () => import('./start.tsx')],
  ['the login page', () => import('./visitors/login-page.tsx')],
  ['the application', () => import('./application.tsx')],
])('%s asks for no dates, names of languages or built expressions before it is drawn', async (_what, load) => {
  expect(await workAtImport(load)).toEqual([])
})

test('what a module asks for as it is loaded is noticed', async () => {
  const ofDates = async () => new Intl.DateTimeFormat('en-GB').format(0)
  const built = async () => new RegExp('a|b', 'u').test('a')
  expect(await workAtImport(ofDates)).toEqual([expect.stringContaining('Intl.DateTimeFormat')])
  expect(await workAtImport(built)).toEqual([expect.stringContaining('new RegExp')])
})
