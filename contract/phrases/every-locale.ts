import { locales, writtenIn, type Locale } from '../locales.ts'
import * as british from './en_GB/index.ts'
import { fileOf, withDifferences, type Differences, type Phrases } from './phrases.ts'

const all = await Promise.all(locales.map(async (locale) => [locale, await readLocale(locale)] as const))

/**
 * All phrases of every locale. The web app does not import this: its pages load the phrases that they need
 * (`web/ui/phrases.ts`).
 */
export const everyLocale = Object.fromEntries(all) as Record<Locale, Phrases> // All locales are there.

/** Reads the phrases of a locale from its files, of which there is one for each noun of British English. */
async function readLocale(locale: Locale): Promise<Phrases> {
  const nouns = Object.keys(british).map(async (noun) => {
    const [phrases] = Object.values((await import(`./${writtenIn(locale)}/${fileOf(noun)}.ts`)) as object)
    return [noun, phrases]
  })
  const written = Object.fromEntries(await Promise.all(nouns)) as Phrases // a test compares the keys of all locales
  if (writtenIn(locale) === locale) return written
  const { differences } = (await import(`./${locale}/differences.ts`)) as { differences: Differences }
  return withDifferences(written, differences)
}
