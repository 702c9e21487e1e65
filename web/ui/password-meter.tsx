import { leastPasswordScore } from '../../contract/rules/password.ts'
import type { PasswordScore } from './password-estimator.ts'
import { useT } from './phrases.ts'
import * as styles from './password-meter.module.css'

interface Props {
  /** Without a score the bar is empty. */
  score: PasswordScore | undefined
  /** False if the password breaks another rule, so that a refused password is never called strong. */
  isAccepted: boolean
}

/** Shows how hard a password is to guess, as a bar and in words. */
export function PasswordMeter({ score: guesses, isAccepted }: Props) {
  const t = useT()
  const isCapped = guesses !== undefined && guesses >= leastPasswordScore && !isAccepted
  const score = isCapped ? 1 : guesses
  const words =
    score === undefined ? undefined : t(isCapped ? 'passwords:strength.refused' : `passwords:strength.${score}`)
  return (
    <div className={styles.meter}>
      <div
        className={styles.bar}
        data-score={score}
        {...(words !== undefined && {
          role: 'meter',
          'aria-label': t('passwords:strength.label'),
          'aria-valuemin': 0,
          'aria-valuemax': 4,
          'aria-valuenow': score,
          'aria-valuetext': words,
        })}
      >
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={styles.step} data-filled={score !== undefined && step <= Math.max(score, 1)} />
        ))}
      </div>
      <p className={styles.words} aria-hidden>
        {words === undefined ? t('passwords:strength.label') : `${t('passwords:strength.label')}: ${words}`}
      </p>
    </div>
  )
}
