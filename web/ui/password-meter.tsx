import type { PasswordScore } from './password-estimator.ts'
import { useT } from './phrases.ts'
import styles from './password-meter.module.css'

/** How hard a password is to guess, as a bar and in words. Without a score the bar is empty. */
export function PasswordMeter({ score }: { score: PasswordScore | undefined }) {
  const t = useT()
  const words = score === undefined ? undefined : t(`passwords:strength.${score}`)
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
        {t('passwords:strength.label')}
        {words !== undefined && <>: {words}</>}
      </p>
    </div>
  )
}
