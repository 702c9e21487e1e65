import type { Locale } from '../rules/formats.ts'
import * as british from './en_GB/index.ts'
import { differences as american } from './en_US/differences.ts'
import * as mexican from './es_MX/index.ts'
import { withDifferences, type Phrases } from './phrases.ts'

/**
 * All phrases of every locale. The web app does not import this: its pages load the phrases that they need
 * (`web/ui/phrases.ts`).
 */
export const everyLocale: Record<Locale, Phrases> = {
  en_GB: british,
  en_US: withDifferences<Phrases>(british, american),
  es_MX: mexican,
}
