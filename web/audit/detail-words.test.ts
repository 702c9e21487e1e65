import { expect, test } from 'vitest'
import { alsoSay, setLocale, t } from '../ui/phrases.ts'
import { fieldWords, valueWords } from './detail-words.ts'

test('each of several results that an export was narrowed to is in words', async () => {
  await setLocale('en_GB')
  await alsoSay('audit', 'auditDetails')
  const words = { t, locale: 'en_GB', names: new Map<string, string>(), instant: (at: string) => at } as const
  expect(valueWords(words, 'filter.result', 'positive,invalid')).toBe('Positive, Invalid')
  expect(valueWords(words, 'filter.result', 'negative')).toBe('Negative')
})

test('a locale among the details is named in the language of the reader', async () => {
  await setLocale('es_MX')
  await alsoSay('auditDetails')
  const named = ['en_GB', 'names.en_US', 'es_MX'].map((field) => fieldWords({ t, locale: 'es_MX' }, field))
  expect(named).toEqual(['Inglés británico', 'Nombres: Inglés estadounidense', 'Español de México'])
  await setLocale('en_GB')
})
