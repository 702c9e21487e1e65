import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import * as styles from './plain-select.module.css'

/** The browser's own select, for bars and footers; needs an `aria-label`. */
export function PlainSelect({
  children,
  ...select
}: Omit<ComponentProps<'select'>, 'className'> & { 'aria-label': string }) {
  return (
    <span className={styles.place}>
      <select {...select} className={styles.select}>
        {children}
      </select>
      <IconChevronDown size={16} aria-hidden className={styles.icon} />
    </span>
  )
}
