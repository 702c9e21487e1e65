import { Button, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { perPageOptions } from '../../contract/schema.ts'
import { useT } from '../ui/phrases.ts'
import styles from './list-paging.module.css'

interface Props {
  perPage: number
  previous: string | null
  next: string | null
  onPerPage: (perPage: number) => void
  onTurn: (cursor: string) => void
}

/** Rows per page, and the pages before and after. The server's cursors say whether there are any. */
export function ListPaging({ perPage, previous, next, onPerPage, onTurn }: Props) {
  const t = useT()
  return (
    <nav aria-label={t('testRecords:page.label')} className={styles.paging}>
      <label className={styles.rows}>
        <span>{t('testRecords:page.rows')}</span>
        <NativeSelect
          size="sm"
          value={String(perPage)}
          data={perPageOptions.map(String)}
          onChange={(event) => onPerPage(Number(event.currentTarget.value))}
        />
      </label>
      <div className={styles.turn}>
        <Button
          variant="default"
          disabled={previous === null}
          leftSection={<IconChevronLeft size={18} aria-hidden />}
          onClick={() => previous !== null && onTurn(previous)}
        >
          {t('testRecords:page.previous')}
        </Button>
        <Button
          variant="default"
          disabled={next === null}
          rightSection={<IconChevronRight size={18} aria-hidden />}
          onClick={() => next !== null && onTurn(next)}
        >
          {t('testRecords:page.next')}
        </Button>
      </div>
    </nav>
  )
}
