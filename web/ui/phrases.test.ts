import { expect, test, vi } from 'vitest'

const loading = vi.hoisted(() => Promise.withResolvers<void>())

vi.mock('../../contract/phrases/en_GB/finder.ts', async (original) => {
  await loading.promise
  return await original()
})
vi.mock('../../contract/phrases/en_GB/branding.ts', () => {
  throw new Error('The network is gone')
})

// A fresh copy of the module, because the other tests have loaded more phrases into the usual one.
const ofItsOwn = './phrases.ts?of-its-own'
const { alsoSay, setLocale, t } = (await import(ofItsOwn)) as typeof import('./phrases.ts')

test('a second caller waits for phrases that are still loading, and is not affected by another’s failure', async () => {
  await setLocale('en_GB')
  const first = alsoSay('finder')
  const second = alsoSay('finder')
  await expect(alsoSay('branding')).rejects.toThrow('mocking')
  let isSaid = false
  const done = second.then(() => {
    isSaid = true
  })
  await expect(alsoSay('suspension')).resolves.toBeUndefined()
  expect(isSaid).toBe(false)
  loading.resolve()
  await Promise.all([first, done])
  expect(t('finder:results')).not.toBe('finder:results')
  expect(t('suspension:title')).not.toBe('suspension:title')
})
