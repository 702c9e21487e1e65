import { useId, type ComponentProps } from 'react'
import { hasNpiCheckDigit } from '../../contract/rules/npi-and-clia.ts'
import * as fieldStyles from '../ui/field.module.css'
import { useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'

type Props = Pick<ComponentProps<typeof TextField>, 'name' | 'error' | 'onChange'> & { value: string }

/**
 * An optional National Provider Identifier. Ten digits are accepted as they are (spec §5). If their check digit does not
 * fit, a hint asks to look again.
 */
export function NpiField(field: Props) {
  const t = useT()
  const id = useId()
  const isDoubtful = field.value.replaceAll(/\s/g, '').length === 10 && !hasNpiCheckDigit(field.value)
  return (
    <div>
      <TextField
        {...field}
        label={t('fields:npi')}
        isOptional
        inputMode="numeric"
        autoComplete="off"
        {...(isDoubtful && { 'aria-describedby': id })}
      />
      <p id={id} role="status" className={fieldStyles.hint}>
        {isDoubtful && t('places:checkNpi')}
      </p>
    </div>
  )
}
