import { useQuery } from '@tanstack/react-query'
import type { Locale } from '../../contract/locales.ts'
import type { TypedPhone } from '../../contract/rules/phone-and-postcode.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { onlyCountry, phoneInWords } from '../ui/country-options.ts'
import type { Translate } from '../ui/phrases.ts'
import { givenPhone, loadPhoneRule, phoneErrors, phoneAsTyped, type PhoneRule as Rule } from '../ui/typed-phone.ts'

/** The values of the fields that every place has, which `PlaceFields` draws. */
export type TypedPlace = Record<'name' | 'description' | 'location' | `phone.${keyof TypedPhone}`, string>

/** The rule for telephone numbers; null if it cannot be loaded. */
export type PhoneRule = NonNullable<Rule> | null

/** Loads the rule, which formats a stored telephone number by its country; undefined until then. */
export function usePhoneRule(): PhoneRule | undefined {
  return useQuery({
    queryKey: ['phoneRule'],
    queryFn: async () => (await loadPhoneRule()) ?? null,
    staleTime: Infinity,
  }).data
}

interface Place {
  name: string
  description: string | null
  location: string | null
  phone: string | null
}

/** The fields' values for a stored place, or for a new one. A single country is already chosen. */
export function typedPlace(stored: Place | undefined, rule: PhoneRule, { countries }: Preferences): TypedPlace {
  const { country, number } = phoneAsTyped(stored?.phone ?? null, rule ?? undefined)
  return {
    name: stored?.name ?? '',
    description: stored?.description ?? '',
    location: stored?.location ?? '',
    'phone.country': country || onlyCountry(countries),
    'phone.number': number,
  }
}

/** Describes the fields to `useEdit`. */
export function describedPlace(t: Translate, locale: Locale) {
  return {
    name: { label: t('fields:name') },
    description: { label: t('fields:description') },
    location: { label: t('places:location') },
    'phone.number': {
      label: t('fields:phone'),
      inWords: (typed: TypedPlace) => phoneInWords(phoneIn(typed), locale),
    },
    'phone.country': { partOf: 'phone.number' },
  } as const
}

/** Converts the typed fields for sending, with the tenant's errors for the telephone. */
export async function readPlace(typed: TypedPlace, { phoneRegex }: Preferences) {
  const { name, description, location } = typed
  const phone = phoneIn(typed)
  return {
    place: { name, description, location, phone: givenPhone(phone) },
    errors: await phoneErrors('phone', phone, phoneRegex),
  }
}

function phoneIn(typed: TypedPlace): TypedPhone {
  return { country: typed['phone.country'], number: typed['phone.number'] }
}
