import { useState } from 'react'
import { usePreferences } from '../preferences/preferences.ts'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import * as styles from './us-fields.module.css'

interface Props {
  /** True if some content must be visible: a message, or a stored value. */
  isNeeded: boolean
  children: Elements
}

/** Fields that exist only in the US. Elsewhere they are collapsed until they are wanted or have content. */
export function UsFields({ isNeeded, children }: Props) {
  const t = useT()
  const { countries } = usePreferences()
  const [wanted, setWanted] = useState(false)
  if (countries.includes('US')) return children
  return (
    <details
      className={styles.fold}
      open={wanted || isNeeded}
      onToggle={(event) => setWanted(event.currentTarget.open)}
    >
      <summary>{t('places:forUs')}</summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}
