import { useQuery } from '@tanstack/react-query'
import { listUsCounties } from '../../contract/assays/us-counties.ts'
import { hasPart, type Address } from '../../contract/rules/address.ts'
import { countries as allCountries, type Country } from '../../contract/rules/phone-and-postcode.ts'
import { usStateNames, usStates, type UsState } from '../../contract/rules/us-states.ts'
import { queryOf } from '../api/query.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { countryOptions } from '../ui/country-options.ts'
import { OptionalFields } from '../ui/phone-fields.tsx'
import { useLocale, useT, type Translate } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'

/** The form's fields for an address; parts that are not entered, or that the country does not have, are empty. */
export type TypedAddress = Record<`address.${keyof Address}`, string>

interface Control {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

interface Props {
  field: (name: keyof TypedAddress) => Control
  set: (name: keyof TypedAddress, value: string) => void
}

/** An optional address, with the parts and names of parts that its country has. */
export function AddressFields({ field, set }: Props) {
  const t = useT()
  const locale = useLocale()
  const { countries } = usePreferences()
  const chosen = field('address.country').value
  const country = knownCountry(chosen)
  // The country of an address may no longer be one of the tenant's.
  const offered = [...new Set([...countries, ...(country === undefined ? [] : [country])])]
  return (
    <OptionalFields legend={t('places:address')}>
      {(offered.length > 1 || country === undefined) && (
        <SelectField
          {...field('address.country')}
          label={t('fields:country')}
          options={countryOptions(offered, locale, t('places:address.choose'))}
          onChange={(value) => {
            set('address.country', value)
            set('address.state', '')
            set('address.county', '')
          }}
        />
      )}
      <TextField {...field('address.streetAddress')} label={t('fields:streetAddress')} autoComplete="off" />
      <TextField
        {...field('address.streetAddress2')}
        label={t('fields:streetAddress2')}
        isOptional
        autoComplete="off"
      />
      <TextField {...field('address.city')} label={t('fields:city')} isOptional autoComplete="off" />
      {country === 'US' && <StateAndCounty field={field} set={set} />}
      {country !== undefined && country !== 'US' && hasPart(country, 'county') && (
        <TextField {...field('address.county')} label={t('fields:county')} isOptional autoComplete="off" />
      )}
      <TextField
        {...field('address.postcode')}
        label={country === undefined ? t('fields:postcode') : t(`places:postcode.${country}`)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </OptionalFields>
  )
}

function StateAndCounty({ field, set }: Props) {
  const t = useT()
  const state = usStates.find((code) => code === field('address.state').value)
  const { data, isLoading } = useQuery({
    ...queryOf(listUsCounties, { query: { ...(state && { state }) } }),
    enabled: state !== undefined,
    staleTime: Infinity,
  })
  const counties = data?.data ?? []
  const county = field('address.county')
  return (
    <>
      <SelectField
        {...field('address.state')}
        label={t('fields:state')}
        options={[
          { value: '', label: t('places:address.chooseState') },
          ...usStates.map((value) => ({ value, label: usStateNames[value] })),
        ]}
        onChange={(value) => {
          set('address.state', value)
          set('address.county', '')
        }}
      />
      <SearchSelect
        name={county.name}
        value={county.value || null}
        error={county.error}
        label={`${t('fields:county')} ${t('shell:optional')}`}
        placeholder={t(state === undefined ? 'places:address.stateFirst' : 'places:address.chooseCounty')}
        nothingFound={t('lists:filter.nothingFound')}
        clearable
        choices={counties.map(({ name }) => ({ id: name, name }))}
        isPending={isLoading}
        onChange={(name) => set('address.county', name ?? '')}
      />
    </>
  )
}

/** Converts a stored address to form fields; without one, starts with the default country. */
export function typedAddress(address: Address | null, countries: readonly Country[]): TypedAddress {
  return {
    'address.streetAddress': address?.streetAddress ?? '',
    'address.streetAddress2': address?.streetAddress2 ?? '',
    'address.city': address?.city ?? '',
    'address.state': address?.state ?? '',
    'address.county': address?.county ?? '',
    'address.country': address?.country ?? countries[0] ?? '',
    'address.postcode': address?.postcode ?? '',
  }
}

/**
 * Converts the typed address to the request's field: null if only the country has a value. The form may have other
 * fields, too.
 */
export function readAddress(typed: TypedAddress): object | null {
  const country = typed['address.country']
  if (partsOf(typed).length === 0) return null
  const known = knownCountry(country)
  return {
    streetAddress: typed['address.streetAddress'],
    streetAddress2: typed['address.streetAddress2'],
    city: typed['address.city'],
    state: known !== undefined && hasPart(known, 'state') ? (typed['address.state'] as UsState) || null : null,
    county: known !== undefined && hasPart(known, 'county') ? typed['address.county'] : null,
    country: country || undefined,
    postcode: typed['address.postcode'],
  }
}

/** Describes the fields to `useEdit`, as one value. */
export function describedAddress(t: Translate) {
  const isPart = { partOf: 'address.streetAddress' } as const
  return {
    'address.streetAddress': { label: t('places:address'), inWords: addressInWords },
    'address.streetAddress2': isPart,
    'address.city': isPart,
    'address.state': isPart,
    'address.county': isPart,
    'address.country': isPart,
    'address.postcode': isPart,
  }
}

/** An address in words, on one line. */
function addressInWords(typed: TypedAddress): string {
  const parts = partsOf(typed)
  return parts.length === 0 ? '' : [...parts, typed['address.country']].join(', ')
}

const partsBesideCountry = [
  'address.streetAddress',
  'address.streetAddress2',
  'address.city',
  'address.state',
  'address.county',
  'address.postcode',
] as const

/** The typed parts of an address without the country, which a new address starts with. */
function partsOf(typed: TypedAddress): string[] {
  return partsBesideCountry.map((part) => typed[part]).filter((value) => value.trim() !== '')
}

function knownCountry(code: string): Country | undefined {
  return allCountries.find((country) => country === code)
}
