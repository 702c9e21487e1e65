import type { Elements } from '../ui/elements.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { PhoneFields } from '../ui/phone-fields.tsx'
import { useT } from '../ui/phrases.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { TypedPlace } from './typed-place.ts'

type Name = keyof TypedPlace
interface Control {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
}

interface Props {
  form: { field: (name: Name) => Control; set: (name: 'phone.country', value: string) => void }
  /** Draws the label, error and conflict of a field around its control. */
  field: (name: Name, control: Elements) => Elements
}

export function PlaceFields({ form, field }: Props) {
  const t = useT()
  const { countries } = usePreferences()
  return (
    <>
      {field('name', <TextField {...form.field('name')} label={t('fields:name')} autoComplete="off" />)}
      {field(
        'description',
        <TextAreaField {...form.field('description')} label={t('fields:description')} rows={3} isOptional />,
      )}
      {field(
        'location',
        <TextField {...form.field('location')} label={t('places:location')} isOptional autoComplete="off" />,
      )}
      {field(
        'phone.number',
        <PhoneFields
          legend={t('fields:phone')}
          country={form.field('phone.country')}
          number={form.field('phone.number')}
          countries={countries}
          isOfOther
          onCountry={(chosen) => form.set('phone.country', chosen)}
        />,
      )}
    </>
  )
}
