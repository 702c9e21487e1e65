import { useId, type ComponentProps } from 'react'
import {
  containsName,
  leastPasswordKinds,
  leastPasswordScore,
  meantPassword,
  meetsRule,
  namesIn,
  partsOf,
  type PasswordParts,
} from '../../contract/rules/password.ts'
import { passwordLength } from '../../contract/limits-and-times.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordMeter } from './password-meter.tsx'
import { PasswordRule } from './password-rule.tsx'
import { useT, type Translate } from './phrases.ts'
import { usePasswordScore } from './use-password-score.ts'
import { useSettled } from './use-settled.ts'
import * as styles from './new-password-field.module.css'

interface Props extends Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'aria-describedby' | 'value'> {
  value: string
  /** Words that a guesser would try first: the person's email, the tenant's name. */
  known: readonly string[]
}

/**
 * A field for a new password, with its strength and the parts of the server's rule (spec §5) that it meets. The
 * password counts as weak until all are met, and after the server refused it.
 */
export function NewPasswordField({ known, ...field }: Props) {
  const t = useT()
  const ruleId = useId()
  // The password as the server will store it.
  const password = meantPassword(field.value)
  const parts = partsOf(password)
  const names = namesIn(known)
  const score = usePasswordScore(password, names)
  const hasNoName = password !== '' && !containsName(password, names)
  const isHardToGuess = score === undefined ? undefined : score >= leastPasswordScore
  const isAccepted = meetsRule(parts) && hasNoName && field.error === undefined
  // Announced when the typing pauses; the list beside it is for the eye.
  const said = useSettled(password === '' ? '' : summaryOf({ ...parts, hasNoName, isHardToGuess }, t), 1000)
  return (
    <div className={styles.field}>
      <PasswordField {...field} autoComplete="new-password" aria-describedby={ruleId} />
      <PasswordMeter score={score} isAccepted={isAccepted} />
      <PasswordRule id={ruleId} parts={parts} hasNoName={hasNoName} isHardToGuess={isHardToGuess === true} />
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  )
}

interface Met extends PasswordParts {
  hasNoName: boolean
  /** Undefined while the score is unknown; then the server decides. */
  isHardToGuess: boolean | undefined
}

function summaryOf(met: Met, t: Translate): string {
  const { hasLength, hasNoWhiteSpace, kinds, hasNoName, isHardToGuess } = met
  if (meetsRule(met) && hasNoName && isHardToGuess !== false) return t('passwords:rule.allMet')
  return [
    !hasLength && t('passwords:rule.needsLength', passwordLength),
    !hasNoWhiteSpace && t('passwords:rule.needsNoWhiteSpace'),
    kinds.size < leastPasswordKinds && t('passwords:rule.needsKinds', { count: leastPasswordKinds - kinds.size }),
    !hasNoName && t('passwords:rule.needsNoName'),
    isHardToGuess === false && t('passwords:rule.needsHard'),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}
