import { providerName, type OrderingProvider } from '../../contract/groups/ordering-provider.ts'
import { NpiField } from '../editing/npi-field.tsx'
import { OptionalFields } from '../ui/phone-fields.tsx'
import { useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'

export const providerFields = [
  'orderingProvider.firstName',
  'orderingProvider.middleName',
  'orderingProvider.lastName',
  'orderingProvider.suffix',
  'orderingProvider.npi',
] as const satisfies `orderingProvider.${keyof OrderingProvider}`[]

/** The form's fields for an ordering provider; without one, all are empty. */
export type TypedProvider = Record<(typeof providerFields)[number], string>

interface Control {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

/** An optional ordering provider. */
export function ProviderFields({ field }: { field: (name: keyof TypedProvider) => Control }) {
  const t = useT()
  return (
    <OptionalFields legend={t('fields:orderingProvider')}>
      <TextField {...field('orderingProvider.firstName')} label={t('fields:firstName')} autoComplete="off" />
      <TextField
        {...field('orderingProvider.middleName')}
        label={t('groups:provider.middleName')}
        isOptional
        autoComplete="off"
      />
      <TextField {...field('orderingProvider.lastName')} label={t('fields:lastName')} autoComplete="off" />
      <TextField
        {...field('orderingProvider.suffix')}
        label={t('groups:provider.suffix')}
        help={t('groups:provider.suffixHelp')}
        isOptional
        autoComplete="off"
      />
      <NpiField {...field('orderingProvider.npi')} />
    </OptionalFields>
  )
}

/** Converts a stored provider to form fields. */
export function typedProvider(provider: OrderingProvider | null): TypedProvider {
  return {
    'orderingProvider.firstName': provider?.firstName ?? '',
    'orderingProvider.middleName': provider?.middleName ?? '',
    'orderingProvider.lastName': provider?.lastName ?? '',
    'orderingProvider.suffix': provider?.suffix ?? '',
    'orderingProvider.npi': provider?.npi ?? '',
  }
}

/** Converts the fields to the request's field, which is null if all are empty. */
export function readProvider(typed: TypedProvider): OrderingProvider | null {
  if (providerFields.every((name) => typed[name].trim() === '')) return null
  return {
    firstName: typed['orderingProvider.firstName'],
    middleName: typed['orderingProvider.middleName'],
    lastName: typed['orderingProvider.lastName'],
    suffix: typed['orderingProvider.suffix'],
    npi: typed['orderingProvider.npi'],
  }
}

/** Describes the fields to `useEdit`, as one value. */
export function describedProvider(label: string) {
  const isPart = { partOf: 'orderingProvider.lastName' } as const
  return {
    'orderingProvider.lastName': { label, inWords: providerInWords },
    'orderingProvider.firstName': isPart,
    'orderingProvider.middleName': isPart,
    'orderingProvider.suffix': isPart,
    'orderingProvider.npi': isPart,
  }
}

function providerInWords(typed: TypedProvider): string {
  const provider = readProvider(typed)
  if (provider === null) return ''
  const given = { ...provider, middleName: provider.middleName || null, suffix: provider.suffix || null }
  return [providerName(given), provider.npi].filter(Boolean).join(', ')
}
