import type { ReactNode } from 'react'
import { inPlace, type Target } from '../paths.ts'
import { rowLinkClass } from '../ui/data-table.tsx'
import { Link } from '../routing/link.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import * as styles from './row-link.module.css'

/** From this width a row opens beside the list, and below it as a page of its own (spec §9, breakpoint md). */
export const besideWidth = '(min-width: 1440px)'

/** Opens a row from anywhere within it. When the row opens beside the list, the list stays as it is. */
export function RowLink({ id, target, children }: { id: string; target: Target; children: ReactNode }) {
  const isBeside = useMediaQuery(besideWidth)
  return (
    <Link {...(isBeside ? inPlace(target) : target)} className={`${rowLinkClass} ${styles.link}`} data-row={id}>
      {children}
    </Link>
  )
}
