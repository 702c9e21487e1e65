import * as z from 'zod/mini'
import { folded } from '../rules/folding.ts'
import { results } from '../rules/results.ts'
import { anyText, formalText } from '../schema.ts'
import { ethnicities, races, roles, sexes } from '../subjects/details.ts'

/** The most characters of a word that is asked about; anything longer is no word. */
export const mostWordCharacters = 100

/** The fields whose cells hold one of few words, each with what a word may mean. */
export const wordMeanings = {
  result: [...results, 'none'],
  sex: Object.keys(sexes),
  race: Object.keys(races),
  ethnicity: [...new Set([...Object.keys(ethnicities.US), ...Object.keys(ethnicities.GB)])],
  role: [...roles],
  phoneType: ['mobile', 'landline'],
  correction: ['original', 'corrected', 'removed'],
} as const satisfies Record<string, readonly string[]>
export type WordField = keyof typeof wordMeanings
// The keys of a literal object are exactly those of its type.
export const wordFields = Object.keys(wordMeanings) as [WordField, ...WordField[]]

/** The words of results whose meaning is asked for each file by itself: SimpleReport wrote them for what could not be read, too. */
export const undeterminedWords = ['undetermined', 'inconclusive'] as const

/** What a word of a field means in a file; null to leave it out. */
export const wordAnswer = z
  .strictObject({
    field: z.enum(wordFields),
    word: anyText(mostWordCharacters),
    meant: z.nullable(formalText(30)),
  })
  .check(({ value: { field, meant }, issues }) => {
    if (meant === null || wordMeanings[field].some((one) => one === meant)) return
    issues.push({ code: 'custom', input: meant, path: ['meant'], params: { phrase: 'choice', values: {} } })
  })
export type WordAnswer = z.infer<typeof wordAnswer>

/** The name of a word by which it is found again: words that differ in letter case or accents alone are one. */
export function nameOfWord({ field, word }: Pick<WordAnswer, 'field' | 'word'>): string {
  return `${field} ${folded(word)}`
}
