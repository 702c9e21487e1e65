import {
  phraseOfFileProblem,
  phraseOfProblem,
  removedAtSource,
  type CellProblem,
  type FileProblem,
} from '../../contract/imports/problems.ts'
import { isRequiredField, phraseOfField } from '../../contract/imports/required-fields.ts'
import { differenceFields, type DifferenceField, type DifferenceValues } from '../../contract/imports/differences.ts'
import { languageTag, type Locale } from '../../contract/locales.ts'
import { languageName } from '../../contract/rules/spoken-languages.ts'
import { wordsIn, type Translate } from '../platform/phrases.ts'

/** What is wrong with a cell, in the reader's language. */
export function messageOfCell(problem: CellProblem, locale: Locale): string {
  const { code, value, differs, kept, other } = problem
  const words = wordsIn(locale)
  if (other !== undefined && code !== 'mayBeTwo') return wordsOfOther(problem, other, words, locale)
  if (kept !== undefined) return words('imports:problem.otherThanKept', { kept: wordsOfKept(kept, words, locale) })
  if (differs !== undefined) {
    const named = differs.map((facet) => words(`personParts:${facet}`)).join(', ')
    if (typeof value === 'number') return words('imports:problem.mayBeTwoInFile', { differs: named, value })
    const known = [other?.email, other?.localId].filter((part) => part).join(', ')
    return known === ''
      ? words('imports:problem.mayBeTwo', { differs: named })
      : words('imports:problem.mayBeTwoKnown', { differs: named, known })
  }
  if (value === removedAtSource) return words('imports:problem.differsRemoved')
  if (problem.isAnswered) return words('imports:problem.yearStillUnclear', { value: value ?? '' })
  const named = typeof value === 'string' && isRequiredField(value) ? words(phraseOfField(value)) : value
  return words(phraseOfProblem(code), named === undefined ? {} : { value: named })
}

/** Why a file cannot be read, in the reader's language. */
export function messageOfFile({ code, value }: FileProblem, words: Translate): string {
  return words(phraseOfFileProblem(code), value === undefined ? {} : { value })
}

/** Says whose row has the same email or ID, who is known here by it, or who was kept in a merge. */
function wordsOfOther(
  { code, value = '' }: CellProblem,
  { firstName, lastName, dateOfBirth }: NonNullable<CellProblem['other']>,
  words: Translate,
  locale: Locale,
): string {
  const name = [firstName, lastName].filter((part) => part).join(' ')
  const date = dateOfBirth === null ? '' : dayInWords(dateOfBirth, locale)
  if (code === 'mergedInto') return words(`imports:problem.${date === '' ? 'mergedIntoUndated' : code}`, { name, date })
  const kind = code === 'emailOfAnother' ? 'email' : code === 'localIdOfAnother' ? 'localId' : 'nhsNumber'
  if (typeof value === 'string') {
    return words(`imports:problem.${kind}OfKnown`, {
      who: date === '' ? name : words('imports:problem.born', { name, date }),
    })
  }
  return words(`imports:problem.${kind}OfRow`, { value, name, date })
}

function dayInWords(day: string, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}

/** Values that are kept of a person, as they are read. */
function wordsOfKept(kept: DifferenceValues, words: Translate, locale: Locale): string {
  const { telephones, address, guardian } = kept
  const of = (field: DifferenceField): (string | null | undefined)[] => {
    switch (field) {
      case 'telephones':
        return telephones?.map(({ number }) => number) ?? []
      case 'address':
        return address
          ? [
              address.streetAddress,
              address.streetAddress2,
              address.city,
              address.state,
              address.county,
              address.postcode,
            ]
          : []
      case 'guardian':
        return guardian ? [guardian.name, guardian.relation, guardian.email, guardian.telephone?.number] : []
      case 'language':
        return [kept.language && languageName(kept.language, languageTag(locale))]
      case 'sex':
        return [kept.sex && words(`personDetails:sex.${kept.sex}`)]
      case 'race':
        return [kept.race && words(`personDetails:race.${kept.race}`)]
      case 'ethnicity':
        return [kept.ethnicity && words(`personDetails:ethnicity.${kept.ethnicity}`)]
      case 'unit':
        return [kept.unit?.name, kept.unit?.room]
      case 'role':
        return [kept.role && words(`personDetails:role.${kept.role}`)]
      case 'email':
      case 'localId':
      case 'nhsNumber':
        return [kept[field]]
    }
  }
  return differenceFields
    .flatMap(of)
    .filter((part) => part)
    .join(', ')
}
