import type { Assay } from '../../contract/assays/assay.ts'
import { languageTag, locales, type Locale } from '../../contract/locales.ts'

/** The address of a picture of instructions; the session cookie opens it. */
export function assayPictureAddress(id: string): string {
  return `/api/v1/assays/pictures/${encodeURIComponent(id)}`
}

/** The languages in which an assay has instructions. */
export function languagesOf({ instructions, pictures }: Pick<Assay, 'instructions' | 'pictures'>): Locale[] {
  const written = locales.filter((locale) => instructions[locale])
  return written.length > 0 ? written : locales.filter((locale) => pictures.some(({ words }) => words[locale]))
}

/** The instructions in a language, ready to draw. The language must be one of `languagesOf`. */
export function instructionsIn({ instructions, pictures }: Pick<Assay, 'instructions' | 'pictures'>, locale: Locale) {
  return {
    lang: languageTag(locale),
    text: instructions[locale] ?? '',
    pictures: pictures.map(({ id, width, height, words }) => ({
      address: assayPictureAddress(id),
      // Without a text, each picture may be described in a different language.
      words: words[locale] ?? Object.values(words)[0] ?? '',
      width,
      height,
    })),
  }
}
