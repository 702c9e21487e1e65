import type { Assay } from '../../contract/assays/assay.ts'
import { languageTag } from '../../contract/phrases/translate.ts'
import { locales, type Locale } from '../../contract/rules/formats.ts'

/** Where a picture of instructions is shown from; the session's cookie opens it. */
export function assayPictureAddress(id: string): string {
  return `/api/v1/assays/pictures/${encodeURIComponent(id)}`
}

/** The languages in which there are instructions. */
export function languagesOf({ instructions, pictures }: Pick<Assay, 'instructions' | 'pictures'>): Locale[] {
  const written = locales.filter((locale) => instructions[locale])
  return written.length > 0 ? written : locales.filter((locale) => pictures.some(({ words }) => words[locale]))
}

/** The instructions in a language in which there are some, as they are drawn. */
export function instructionsIn({ instructions, pictures }: Pick<Assay, 'instructions' | 'pictures'>, locale: Locale) {
  return {
    lang: languageTag(locale),
    text: instructions[locale] ?? '',
    pictures: pictures.map(({ id, width, height, words }) => ({
      address: assayPictureAddress(id),
      // Of pictures without a text each may be described in another language.
      words: words[locale] ?? Object.values(words)[0] ?? '',
      width,
      height,
    })),
  }
}
