import type { ComponentProps } from 'react'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { TextField } from '../ui/text-field.tsx'

type Name = 'name' | 'description' | 'location'
type Control = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error'> & {
  onChange: (event: { currentTarget: { value: string } }) => void
}

interface Props {
  form: { field: (name: Name) => Control }
  /** Draws what belongs to a field around its control. */
  field: (name: Name, control: Elements) => Elements
}

/** The fields that an organisation and a group have alike. */
export function PlaceFields({ form, field }: Props) {
  const t = useT()
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
    </>
  )
}
