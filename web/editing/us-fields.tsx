import { useState } from 'react'
import { usePreferences } from '../tenants/queries.ts'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import styles from './us-fields.module.css'

interface Props {
  /** Whether something in it must be seen: a message, or what is stored already. */
  isNeeded: boolean
  children: Elements
}

/** Fields that the US alone has: folded away in a tenant that is not there, until they are wanted or something is in them. */
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
