import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { perPageOptions } from '../../contract/listing.ts'
import { useT } from '../ui/phrases.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import * as styles from './list-paging.module.css'

interface Props {
  perPage: number
  previous: string | null
  next: string | null
  onPerPage: (perPage: number) => void
  onTurn: (cursor: string) => void
}

/** Rows per page, and links to the previous and next page. The server's cursors tell whether those exist. */
export function ListPaging({ perPage, previous, next, onPerPage, onTurn }: Props) {
  const t = useT()
  return (
    <nav aria-label={t('lists:page.label')} className={styles.paging}>
      <div className={styles.rows}>
        <SelectField
          label={t('lists:page.rows')}
          value={String(perPage)}
          options={perPageOptions.map((rows) => ({ value: String(rows), label: String(rows) }))}
          onChange={(rows) => onPerPage(Number(rows))}
        />
      </div>
      <div className={styles.turn}>
        <Button variant="default" disabled={previous === null} onClick={() => previous !== null && onTurn(previous)}>
          <IconChevronLeft size={18} aria-hidden />
          <span>{t('lists:page.previous')}</span>
        </Button>
        <Button variant="default" disabled={next === null} onClick={() => next !== null && onTurn(next)}>
          <span>{t('lists:page.next')}</span>
          <IconChevronRight size={18} aria-hidden />
        </Button>
      </div>
    </nav>
  )
}
