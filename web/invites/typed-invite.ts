import type { Language } from '../../contract/rules/formats.ts'
import type { Country } from '../../contract/rules/postcode.ts'
import { onlyCountry } from '../ui/country-options.ts'
import { mobileErrors } from '../ui/typed-mobile.ts'
import type { FieldErrors } from '../ui/use-form.ts'

/** What stands in the fields of an invite, by the names that the server's messages have. */
type TypedInvite = ReturnType<typeof emptyInvite>

interface Start {
  countries: readonly Country[]
  groupId: string | undefined
  lang: Language
}

/** An empty form. Where there is one country, nobody needs to choose it. */
export function emptyInvite({ countries, groupId = '', lang }: Start) {
  const country: string = onlyCountry(countries)
  return { groupId, email: '', 'mobile.country': country, 'mobile.number': '', lang: lang as string }
}

/** What was typed as the server takes it, still to be checked, with what only the tables of numbers can find wrong. */
export async function readInvite(
  { groupId, email, lang, 'mobile.country': country, 'mobile.number': number }: TypedInvite,
  phoneRegex: string | null,
): Promise<{ candidate: unknown; errors: FieldErrors }> {
  const mobile = number.trim() === '' ? undefined : { country, number }
  return {
    candidate: { groupId: groupId || undefined, email, lang, mobile },
    errors: await mobileErrors({ country, number }, phoneRegex),
  }
}
