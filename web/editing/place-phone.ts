import { useQuery } from '@tanstack/react-query'
import type { TypedPhone } from '../../contract/rules/phone-and-postcode.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { onlyCountry } from '../ui/country-options.ts'
import { givenPhone, loadPhoneRule, phoneErrors, phoneAsTyped, type PhoneRule } from '../ui/typed-phone.ts'

export type PlacePhone = Record<`phone.${keyof TypedPhone}`, string>

/**
 * The rule for telephone numbers, which formats a stored number by its country; null if it cannot be loaded, and
 * undefined until then.
 */
export function usePhoneRule(): NonNullable<PhoneRule> | null | undefined {
  return useQuery({
    queryKey: ['phoneRule'],
    queryFn: async () => (await loadPhoneRule()) ?? null,
    staleTime: Infinity,
  }).data
}

/** The fields' values for a stored telephone; a single country is already chosen. */
export function placePhone(
  stored: string | null,
  rule: NonNullable<PhoneRule> | null,
  { countries }: Preferences,
): PlacePhone {
  const { country, number } = phoneAsTyped(stored, rule ?? undefined)
  return { 'phone.country': country || onlyCountry(countries), 'phone.number': number }
}

/** The typed telephone, of which the server accepts `givenPhone`. */
export function phoneIn(typed: PlacePhone): TypedPhone {
  return { country: typed['phone.country'], number: typed['phone.number'] }
}

/** Converts the typed telephone for sending, with its errors. */
export async function readPlacePhone(typed: PlacePhone, { phoneRegex }: Preferences) {
  const phone = phoneIn(typed)
  return { phone: givenPhone(phone), errors: await phoneErrors('phone', phone, phoneRegex) }
}
