import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import * as styles from './plain-select.module.css'

/** The browser's own select, for bars and footers. Its `aria-label` is also seen, in small type above the choice. */
export function PlainSelect({
  children,
  ...select
}: Omit<ComponentProps<'select'>, 'className'> & { 'aria-label': string }) {
  return (
    <span className={styles.place}>
      <span className={styles.label} aria-hidden>
        {select['aria-label']}
      </span>
      <select {...select} className={styles.select}>
        {children}
      </select>
      <IconChevronDown size={16} aria-hidden className={styles.icon} />
    </span>
  )
}
