import { expect, test } from 'vitest'
import { alsoSay, setLocale, t } from '../ui/phrases.ts'
import { valueWords } from './audit-words.ts'

test('each of several results that an export was narrowed to is in words', async () => {
  await setLocale('en_GB')
  await alsoSay('audit', 'auditDetails')
  const words = { t, locale: 'en_GB', names: new Map<string, string>(), instant: (at: string) => at } as const
  expect(valueWords(words, 'filter.result', 'positive,invalid')).toBe('Positive, Invalid')
  expect(valueWords(words, 'filter.result', 'negative')).toBe('Negative')
})
