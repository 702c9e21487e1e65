import type { ReactNode } from 'react'
import styles from './optional-fields.module.css'
import { useT } from './phrases.ts'

interface Props {
  legend: string
  /** Whether they are two, side by side, the first a little narrower. */
  isPair?: boolean
  children: ReactNode
}

/** Fields that make sense only together, and may be left out together. */
export function OptionalFields({ legend, isPair = false, children }: Props) {
  const t = useT()
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>
        {legend} <span className={styles.optional}>{t('shell:optional')}</span>
      </legend>
      <div className={styles.fields} data-two={isPair || undefined}>
        {children}
      </div>
    </fieldset>
  )
}
