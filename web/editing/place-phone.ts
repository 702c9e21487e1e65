import { useQuery } from '@tanstack/react-query'
import type { TypedPhone } from '../../contract/rules/phone-and-postcode.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { onlyCountry } from '../ui/country-options.ts'
import { givenPhone, loadPhoneRule, phoneErrors, phoneAsTyped, type PhoneRule } from '../ui/typed-phone.ts'

/** The telephone of a place as its fields hold it. */
export type PlacePhone = Record<`phone.${keyof TypedPhone}`, string>

/**
 * The rule for telephone numbers, by which a stored one is written as its country does; null when it does not come, and
 * undefined until then.
 */
export function usePhoneRule(): NonNullable<PhoneRule> | null | undefined {
  return useQuery({
    queryKey: ['phoneRule'],
    queryFn: async () => (await loadPhoneRule()) ?? null,
    staleTime: Infinity,
  }).data
}

/** What the fields show of a stored telephone; where there is one country, nobody needs to choose it. */
export function placePhone(
  stored: string | null,
  rule: NonNullable<PhoneRule> | null,
  { countries }: Preferences,
): PlacePhone {
  const { country, number } = phoneAsTyped(stored, rule ?? undefined)
  return { 'phone.country': country || onlyCountry(countries), 'phone.number': number }
}

/** What was typed, of which the server takes `givenPhone`. */
export function phoneIn(typed: PlacePhone): TypedPhone {
  return { country: typed['phone.country'], number: typed['phone.number'] }
}

/** What was typed as the server takes it, with what is wrong with the number. */
export async function readPlacePhone(typed: PlacePhone, { phoneRegex }: Preferences) {
  const phone = phoneIn(typed)
  return { phone: givenPhone(phone), errors: await phoneErrors('phone', phone, phoneRegex) }
}
