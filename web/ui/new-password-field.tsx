import { useId, type ComponentProps } from 'react'
import {
  leastPasswordKinds,
  meetsRule,
  partsOf,
  passwordLength,
  type PasswordParts,
} from '../../contract/rules/password.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordMeter } from './password-meter.tsx'
import { PasswordRule } from './password-rule.tsx'
import { useT, type Translate } from './phrases.ts'
import { usePasswordScore } from './use-password-score.ts'
import { useSettled } from './use-settled.ts'
import styles from './new-password-field.module.css'

interface Props extends Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'aria-describedby' | 'value'> {
  value: string
  /** What a guesser would try first: the person's email, the tenant's name. */
  known: readonly string[]
}

/** A password that is being chosen: how strong it is, and what of the rule (spec §5) it meets so far. */
export function NewPasswordField({ known, ...field }: Props) {
  const t = useT()
  const ruleId = useId()
  const parts = partsOf(field.value)
  const score = usePasswordScore(field.value, known)
  // Said when the typing pauses; the list beside it is for the eye.
  const said = useSettled(field.value === '' ? '' : summaryOf(parts, t), 1000)
  return (
    <div className={styles.field}>
      <PasswordField {...field} autoComplete="new-password" aria-describedby={ruleId} />
      <PasswordMeter score={score} />
      <PasswordRule id={ruleId} parts={parts} />
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  )
}

function summaryOf(parts: PasswordParts, t: Translate): string {
  if (meetsRule(parts)) return t('passwords:rule.allMet')
  const { hasLength, hasNoWhiteSpace, kinds } = parts
  return [
    !hasLength && t('passwords:rule.needsLength', passwordLength),
    !hasNoWhiteSpace && t('passwords:rule.needsNoWhiteSpace'),
    kinds.size < leastPasswordKinds && t('passwords:rule.needsKinds', { count: leastPasswordKinds - kinds.size }),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}
