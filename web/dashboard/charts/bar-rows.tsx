import { useState, type ReactNode } from 'react'
import type { TestRecordsSearch } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { useT } from '../../ui/phrases.ts'
import * as styles from './bar-rows.module.css'
import { MarkLink } from './mark-link.tsx'
import { useRoving } from './roving.ts'

export interface BarRow {
  key: string
  name: ReactNode
  /** Drawn after the name, such as a place's organisation. */
  detail?: ReactNode
  /** True for a part of the row above. */
  isPart?: boolean
  bar: ReactNode
  /** One for each column head. */
  figures: readonly string[]
  /** The list of the counted tests; undefined if there are none or no list shows exactly these. */
  list: TestRecordsSearch | undefined
  /** The whole row in words, for screen readers. */
  spoken: string
}

/** This many rows are shown until the user asks for all. */
const fewRows = 8

/** Bars below each other with their names and figures. Each links to the tests that it counts. */
export function BarRows({ label, heads, rows }: { label: string; heads: readonly string[]; rows: readonly BarRow[] }) {
  const t = useT()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, fewRows)
  const { around, mark } = useRoving(shown.flatMap(({ list }, row) => (list ? [{ row, column: 0 }] : [])))
  return (
    <>
      <div className={styles.heads} aria-hidden>
        <span className={styles.head} />
        {heads.map((head) => (
          <span key={head} className={styles.head}>
            {head}
          </span>
        ))}
      </div>
      <ul className={styles.rows} aria-label={label} {...around}>
        {shown.map((row, index) => (
          <li key={row.key} data-part={row.isPart || undefined}>
            {row.list === undefined ? (
              <div className={styles.row}>
                <Content row={row} heads={heads} />
              </div>
            ) : (
              <MarkLink list={row.list} {...mark({ row: index, column: 0 })} className={styles.row}>
                <Content row={row} heads={heads} />
              </MarkLink>
            )}
          </li>
        ))}
      </ul>
      {rows.length > fewRows && (
        <div className={styles.more}>
          <Button variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('charts:showFew', { number: fewRows }) : t('charts:showAll', { number: rows.length })}
          </Button>
        </div>
      )}
    </>
  )
}

function Content({ row, heads }: { row: BarRow; heads: readonly string[] }) {
  return (
    <>
      <span className="visually-hidden">{row.spoken}</span>
      <span className={styles.name} aria-hidden>
        <span className={styles.text}>{row.name}</span>
        {row.detail !== undefined && <span className={styles.detail}>{row.detail}</span>}
      </span>
      <span className={styles.bar} aria-hidden>
        {row.bar}
      </span>
      {row.figures.map((figure, index) => (
        <span key={heads[index]} className={styles.figure} data-head={heads[index]} aria-hidden>
          {figure}
        </span>
      ))}
    </>
  )
}
