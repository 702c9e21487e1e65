import type { Locale } from '../rules/formats.ts'
import * as british from './en_GB/index.ts'
import { differences as american } from './en_US/differences.ts'
import { withDifferences, type Phrases } from './phrases.ts'

/**
 * All phrases of every locale. The web app does not import this: its pages load the phrases that they need
 * (`web/ui/phrases.ts`).
 */
export const everyLocale: Record<Locale, Phrases> = {
  en_GB: british,
  en_US: withDifferences<Phrases>(british, american),
  es_MX: await readLocale('es_MX'),
}

/** Reads the phrases of a complete locale, which has a file for each noun of British English. */
async function readLocale(locale: 'es_MX'): Promise<Phrases> {
  const nouns = Object.keys(british).map(async (noun) => {
    const file = noun.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const [phrases] = Object.values((await import(`./${locale}/${file}.ts`)) as object)
    return [noun, phrases]
  })
  return Object.fromEntries(await Promise.all(nouns)) as Phrases // a test compares the keys of all locales
}
