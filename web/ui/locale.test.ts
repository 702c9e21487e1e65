import { expect, test } from 'vitest'
import { chooseLocale, localeOfUser, storeLocale } from './locale.ts'

const british = { availableLanguages: ['en_GB' as const], defaultLanguage: 'en_GB' as const }
const american = { availableLanguages: ['en_US' as const, 'es_MX' as const], defaultLanguage: 'en_US' as const }

test('a visitor sees the browser’s language if the tenant has it, else the tenant’s own', () => {
  expect(chooseLocale(american, ['fr-FR', 'es-ES'])).toBe('es_MX')
  expect(chooseLocale(american, ['en-GB'])).toBe('en_US')
  expect(chooseLocale(british, ['es-MX'])).toBe('en_GB')
})

test('a visitor’s choice is kept, unless the tenant does not offer it', () => {
  storeLocale('es_MX')
  expect(chooseLocale(american, ['en-US'])).toBe('es_MX')
  expect(chooseLocale(british, ['en-US'])).toBe('en_GB')
})

test('a user’s own language takes precedence over the browser’s choice', () => {
  storeLocale('es_MX')
  expect(localeOfUser('en', american)).toBe('en_US')
  expect(localeOfUser('es', american)).toBe('es_MX')
  expect(localeOfUser('es', british)).toBe('en_GB')
})
