import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { Country } from '../../contract/rules/countries.ts'
import { mostTelephones, telephoneTypes } from '../../contract/subjects/details.ts'
import { Button } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { PhoneFields } from '../ui/phone-fields.tsx'
import { useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import type { FieldErrors } from '../ui/use-form.ts'
import type { TypedPhone } from './details-values.ts'
import * as styles from './details-fields.module.css'

interface Props {
  telephones: readonly TypedPhone[]
  errors: FieldErrors
  countries: readonly Country[]
  /** The fields of one more telephone. */
  more: TypedPhone
  onChange: (telephones: readonly TypedPhone[]) => void
}

/** The telephones of a person, each with its type and whether text messages may be sent to it. */
export function TelephonesFields({ telephones, errors, countries, more, onChange }: Props) {
  const t = useT()
  return (
    <div className={styles.telephones}>
      {telephones.map((telephone, at) => (
        // Telephones have no ids, and a removed one takes its fields with it.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.telephone}>
          <TelephoneFields
            legend={t('personDetails:telephone', { number: at + 1 })}
            name={`details.telephones.${at}`}
            telephone={telephone}
            errors={errors}
            countries={countries}
            onChange={(changed) => onChange(telephones.with(at, changed))}
          />
          <div>
            <Button variant="default" onClick={() => onChange(telephones.filter((_, index) => index !== at))}>
              <IconTrash size={18} aria-hidden />
              <span>{t('personDetails:removeTelephone', { number: at + 1 })}</span>
            </Button>
          </div>
        </div>
      ))}
      {telephones.length < mostTelephones && (
        <div>
          <Button variant="default" onClick={() => onChange([...telephones, more])}>
            <IconPlus size={18} aria-hidden />
            <span>{t('personDetails:addTelephone')}</span>
          </Button>
        </div>
      )}
    </div>
  )
}

interface TelephoneProps {
  legend: string
  /** The path of the telephone in the request. */
  name: string
  telephone: TypedPhone
  errors: FieldErrors
  countries: readonly Country[]
  onChange: (telephone: TypedPhone) => void
}

export function TelephoneFields({ legend, name, telephone, errors, countries, onChange }: TelephoneProps) {
  const t = useT()
  const part = (key: 'country' | 'number') => ({
    name: `${name}.${key}`,
    value: telephone[key],
    error: errors[`${name}.${key}`],
  })
  return (
    <>
      <PhoneFields
        legend={legend}
        country={part('country')}
        number={{
          ...part('number'),
          onChange: ({ currentTarget }) => onChange({ ...telephone, number: currentTarget.value }),
        }}
        countries={countries}
        isOfOther
        onCountry={(country) => onChange({ ...telephone, country })}
      />
      <SelectField
        name={`${name}.type`}
        label={t('personDetails:telephoneType')}
        value={telephone.type}
        options={telephoneTypes.map((value) => ({ value, label: t(`personDetails:telephoneType.${value}`) }))}
        onChange={(type) => onChange({ ...telephone, type })}
      />
      {telephone.type === 'mobile' && (
        <CheckboxField
          name={`${name}.texts`}
          label={t('personDetails:texts')}
          isChecked={telephone.texts}
          onChange={(texts) => onChange({ ...telephone, texts })}
        />
      )}
    </>
  )
}
