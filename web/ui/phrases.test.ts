import { renderHook } from '@testing-library/react'
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
const { alsoSay, setLocale, t, useT } = (await import(ofItsOwn)) as typeof import('./phrases.ts')

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

test('phrases that load later draw nothing anew, and a language does', async () => {
  await setLocale('en_GB')
  const draw = vi.fn(useT)
  const { result } = renderHook(() => draw())
  const before = result.current
  const languages: string[] = []
  using _seen = observed(() => languages.push(document.documentElement.lang))
  await alsoSay('webhooks')
  expect(draw).toHaveBeenCalledOnce()
  expect(before('webhooks:log.title')).not.toBe('webhooks:log.title')
  await setLocale('es_MX')
  await expect.poll(() => result.current).not.toBe(before)
  expect(result.current('webhooks:log.title')).not.toBe(before('webhooks:log.title'))
  // What browsers do at each change of it takes a phone a fifth of a second on a long page.
  expect(languages).toEqual(['es-MX'])
})

function observed(onLanguage: () => void) {
  const observer = new MutationObserver((changes) => changes.forEach(onLanguage))
  observer.observe(document.documentElement, { attributeFilter: ['lang'] })
  return { [Symbol.dispose]: () => observer.disconnect() }
}
