import { expect, it } from 'vitest'
import { assayForm } from '../../contract/assays/endpoints.ts'
import { locales } from '../../contract/locales.ts'
import { builtInEntries, inLanguage } from './catalogue.ts'

it('every entry of the catalogue can be taken over in every language, with codes that pass their check digits', () => {
  for (const locale of locales) {
    const entries = builtInEntries(locale)
    expect(entries.length).toBeGreaterThanOrEqual(30)
    for (const entry of entries) {
      expect(assayForm.safeParse(entry.form).error?.issues, `${locale} ${entry.id}`).toBeUndefined()
    }
    for (const names of [entries.map(({ id }) => id), entries.map(({ form }) => form.name)]) {
      expect(new Set(names).size).toBe(names.length)
    }
  }
})

it('describes every entry in the words of its reader', () => {
  const nameOf = (id: string, locale: (typeof locales)[number]) =>
    builtInEntries(locale).find((entry) => entry.id === id)?.form.name
  expect((['en_GB', 'en_US', 'es_MX'] as const).map((locale) => nameOf('faecal-blood', locale))).toEqual([
    'Faecal occult blood',
    'Fecal occult blood',
    'Sangre oculta en heces',
  ])
  for (const id of ['covid-19', 'influenza', 'rsv', 'strep-a', 'hiv', 'malaria', 'syphilis', 'dengue', 'hcg']) {
    expect(nameOf(id, 'en_GB')).toBeDefined()
  }
})

it('translates every name between all languages, and leaves unknown names unchanged', () => {
  const names = (locale: (typeof locales)[number]) =>
    builtInEntries(locale).flatMap(({ form }) => [form, ...form.analytes, ...form.specimens].map(({ name }) => name))
  const spanish = names('es_MX')
  expect(names('en_GB').map((name) => inLanguage(name, 'es_MX'))).toEqual(spanish)
  expect(names('en_US').map((name) => inLanguage(name, 'es_MX'))).toEqual(spanish)
  expect(inLanguage('Materia fecal', 'en_GB')).toBe('Stool')
  expect(inLanguage('Mosquito panel', 'es_MX')).toBe('Mosquito panel')
})
