import { IconColumns } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../ui/phrases.ts'
import { Popover } from '../ui/popover.tsx'
import * as bar from './list-bar.module.css'
import * as styles from './columns-menu.module.css'
import * as options from './several-filter.module.css'
import type { useColumns } from './use-columns.ts'

type Columns = Omit<ReturnType<typeof useColumns>, 'shown'> & {
  columns: readonly { key: string; title: string; isKept?: boolean }[]
}

/** Shows and hides the columns of a table. The column that links to the row cannot be hidden. */
export function ColumnsMenu(props: Columns) {
  const t = useT()
  return (
    <Popover
      label={t('lists:columns.label')}
      buttonClass={`${bar.button} ${bar.last}`}
      button={
        <>
          <IconColumns size={18} aria-hidden />
          <span className={bar.roomy}>{t('lists:columns.label')}</span>
        </>
      }
    >
      {() => <Choice {...props} />}
    </Popover>
  )
}

function Choice({ columns, chosen, choose, isUsual, reset }: Columns) {
  const t = useT()
  /** Columns that had room when the menu opened. */
  const [seen] = useState(seenColumns)
  return (
    <>
      <ul className={options.options}>
        {columns.map(({ key, title, isKept = false }) => (
          <li key={key}>
            <label>
              <input
                type="checkbox"
                checked={isKept || (chosen[key] ?? seen.has(key))}
                disabled={isKept}
                onChange={(event) => choose(key, event.currentTarget.checked)}
              />
              <span>{title}</span>
            </label>
          </li>
        ))}
      </ul>
      {!isUsual && (
        <button type="button" className={styles.reset} onClick={reset}>
          {t('lists:columns.usual')}
        </button>
      )}
    </>
  )
}

function seenColumns(): Set<string> {
  const heads = [...document.querySelectorAll<HTMLElement>('th[data-column]')]
  const seen = heads.filter((head) => getComputedStyle(head).display !== 'none')
  return new Set(seen.map((head) => head.dataset.column ?? ''))
}
