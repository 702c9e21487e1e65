import { useQuery } from '@tanstack/react-query'
import { listUsCounties } from '../../contract/assays/us-counties.ts'
import { address as addressRule, hasPart, type Address } from '../../contract/rules/address.ts'
import { refusedPart, type AddressTerms } from '../../contract/rules/address-terms.ts'
import { countries as allCountries, type Country } from '../../contract/rules/countries.ts'
import { usStateNames, usStates, type UsState } from '../../contract/rules/us-states.ts'
import { queryOf } from '../api/query.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { countryOptions } from '../ui/country-options.ts'
import { OptionalFields } from '../ui/phone-fields.tsx'
import { t as say, useLocale, useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { FieldErrors } from '../ui/use-form.ts'

/**
 * The form's fields for an address, below the name of its field in the request; parts that are not entered, or that the
 * country does not have, are empty.
 */
export type TypedAddress<Name extends string = 'address'> = Record<`${Name}.${keyof Address}`, string>

interface Control {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

interface PartsProps {
  field: (part: keyof Address) => Control
  set: (part: keyof Address, value: string) => void
}

interface Props<Name extends string> {
  /** The name of the address in the request. */
  name: Name
  legend: string
  form: {
    field: (name: `${Name}.${keyof Address}`) => Control
    set: (name: `${Name}.${keyof Address}`, value: string) => void
  }
}

/** An optional address, with the parts and names of parts that its country has. */
export function AddressFields<Name extends string>({ name, legend, form }: Props<Name>) {
  const field: PartsProps['field'] = (part) => form.field(`${name}.${part}`)
  const set: PartsProps['set'] = (part, value) => form.set(`${name}.${part}`, value)
  const t = useT()
  const locale = useLocale()
  const { countries } = usePreferences()
  const chosen = field('country').value
  const country = knownCountry(chosen)
  // The country of an address may no longer be one of the tenant's.
  const offered = [...new Set([...countries, ...(country === undefined ? [] : [country])])]
  return (
    <OptionalFields legend={legend}>
      {(offered.length > 1 || country === undefined) && (
        <SelectField
          {...field('country')}
          label={t('fields:country')}
          options={countryOptions(offered, locale, t('places:address.choose'))}
          onChange={(value) => {
            set('country', value)
            set('state', '')
            set('county', '')
          }}
        />
      )}
      <TextField {...field('streetAddress')} label={t('fields:streetAddress')} autoComplete="off" />
      <TextField {...field('streetAddress2')} label={t('fields:streetAddress2')} isOptional autoComplete="off" />
      <TextField {...field('city')} label={t('fields:city')} isOptional autoComplete="off" />
      {country === 'US' && <StateAndCounty field={field} set={set} />}
      {country !== undefined && country !== 'US' && hasPart(country, 'county') && (
        <TextField {...field('county')} label={t('fields:county')} isOptional autoComplete="off" />
      )}
      <TextField
        {...field('postcode')}
        label={country === undefined ? t('fields:postcode') : t(`places:postcode.${country}`)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </OptionalFields>
  )
}

function StateAndCounty({ field, set }: PartsProps) {
  const t = useT()
  const state = usStates.find((code) => code === field('state').value)
  const { data, isLoading } = useQuery({
    ...queryOf(listUsCounties, { query: { ...(state && { state }) } }),
    enabled: state !== undefined,
    staleTime: Infinity,
  })
  const counties = data?.data ?? []
  const county = field('county')
  return (
    <>
      <SelectField
        {...field('state')}
        label={t('fields:state')}
        options={[
          { value: '', label: t('places:address.chooseState') },
          ...usStates.map((value) => ({ value, label: usStateNames[value] })),
        ]}
        onChange={(value) => {
          set('state', value)
          set('county', '')
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
        onChange={(name) => set('county', name ?? '')}
      />
    </>
  )
}

/** Converts a stored address to form fields; without one, starts with the default country. */
export function typedAddress<Name extends string>(
  name: Name,
  address: Address | null,
  countries: readonly Country[],
): TypedAddress<Name> {
  const country = address?.country ?? countries[0] ?? ''
  return fieldsOf(name, (part) => (part === 'country' ? country : (address?.[part] ?? '')))
}

/**
 * Converts the typed address to the request's field: null if only the country has a value. The form may have other
 * fields, too.
 */
export function readAddress<Name extends string>(name: Name, typed: TypedAddress<Name>): object | null {
  if (partsIn(name, typed).length === 0) return null
  const country = knownCountry(typed[`${name}.country`])
  return {
    streetAddress: typed[`${name}.streetAddress`],
    streetAddress2: typed[`${name}.streetAddress2`],
    city: typed[`${name}.city`],
    state: country !== undefined && hasPart(country, 'state') ? (typed[`${name}.state`] as UsState) || null : null,
    county: country !== undefined && hasPart(country, 'county') ? typed[`${name}.county`] : null,
    country: typed[`${name}.country`] || undefined,
    postcode: typed[`${name}.postcode`],
  }
}

/** The error of a valid address that the tenant does not accept, at its field. */
export function addressErrors(name: string, address: object | null, terms: AddressTerms): FieldErrors {
  const sound = addressRule.safeParse(address)
  const refused = sound.success ? refusedPart(sound.data, terms) : undefined
  return refused === undefined ? {} : { [`${name}.${refused.part}`]: say(`rules:${refused.phrase}`) }
}

/** Describes the fields to `useEdit`, as one value with this label. */
export function describedAddress<Name extends string>(name: Name, label: string) {
  const isPart = { partOf: `${name}.streetAddress` } as const
  const inWords = (typed: TypedAddress<Name>) => {
    const parts = partsIn(name, typed)
    return parts.length === 0 ? '' : [...parts, typed[`${name}.country`]].join(', ')
  }
  return fieldsOf(name, (part) => (part === 'streetAddress' ? { label, inWords } : isPart))
}

const partsBesideCountry = ['streetAddress', 'streetAddress2', 'city', 'state', 'county', 'postcode'] as const

/** Builds an object with a value for the field of each part. */
function fieldsOf<Name extends string, Value>(
  name: Name,
  valueOf: (part: keyof Address) => Value,
): Record<`${Name}.${keyof Address}`, Value> {
  const fields = [...partsBesideCountry, 'country' as const].map((part) => [`${name}.${part}`, valueOf(part)])
  // The entries are those of all parts.
  return Object.fromEntries(fields) as Record<`${Name}.${keyof Address}`, Value>
}

/** The typed parts of an address without the country, which a new address starts with. */
function partsIn<Name extends string>(name: Name, typed: TypedAddress<Name>): string[] {
  return partsBesideCountry.map((part) => typed[`${name}.${part}`]).filter((value) => value.trim() !== '')
}

function knownCountry(code: string): Country | undefined {
  return allCountries.find((country) => country === code)
}
