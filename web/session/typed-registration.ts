import { languageOf, type Locale } from '../../contract/rules/formats.ts'
import type { Country } from '../../contract/rules/postcode.ts'
import { onlyCountry } from '../ui/country-options.ts'
import { t } from '../ui/phrases.ts'
import { parseTypedDate } from '../ui/typed-date.ts'
import { mobileErrors } from '../ui/typed-mobile.ts'
import type { FieldErrors } from '../ui/use-form.ts'

/** What stands in the fields of the registration, by the names that the server's messages have. */
export type TypedRegistration = ReturnType<typeof emptyRegistration>

/** An empty form. Where there is one country, nobody needs to choose it. */
export function emptyRegistration(countries: readonly Country[]) {
  const country: string = onlyCountry(countries)
  return {
    fullName: '',
    email: '',
    password: '',
    dateOfBirth: '',
    country,
    'mobile.country': country,
    'mobile.number': '',
    termsAccepted: false,
  }
}

interface Reading {
  /** The pattern that dates are typed in, and how readers of the language write it. */
  typing: string
  hint: string
  locale: Locale
  phoneRegex: string | null
}

/** What was typed as the server takes it, still to be checked, with what only a reader of typed text can find wrong. */
export async function readRegistration(
  typed: TypedRegistration,
  { typing, hint, locale, phoneRegex }: Reading,
): Promise<{ candidate: unknown; errors: FieldErrors }> {
  const { 'mobile.country': country, 'mobile.number': number, ...rest } = typed
  const mobile = number.trim() === '' ? undefined : { country, number }
  const isDateEmpty = typed.dateOfBirth.trim() === ''
  const dateOfBirth = parseTypedDate(typed.dateOfBirth, typing)
  const errors: FieldErrors = await mobileErrors({ country, number }, phoneRegex)
  if (!isDateEmpty && dateOfBirth === undefined) errors.dateOfBirth = t('validation:date', { format: hint })
  return { candidate: { ...rest, dateOfBirth, mobile, lang: languageOf(locale) }, errors }
}
