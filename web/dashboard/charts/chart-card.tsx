import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { fileTypes, type FileFormat } from '../../../contract/listing.ts'
import { FileMenu } from '../../lists/file-menu.tsx'
import { useDates } from '../../preferences/use-dates.ts'
import { Button } from '../../ui/button.tsx'
import type { Elements } from '../../ui/elements.ts'
import { Later } from '../../ui/later.tsx'
import { useT } from '../../ui/phrases.ts'
import { saveFile } from '../../ui/save-file.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import * as styles from './chart-card.module.css'
import { ChartTable } from './chart-table.tsx'
import { csvOf, type TableOfFigures } from '../../lists/table-of-figures.ts'

interface Answered<Data> {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface Props<Data> {
  title: string
  /** Tells in a sentence what is counted, if the title does not. */
  about?: ReactNode
  /** The usual height of the chart in pixels, for its placeholder, so that content below it does not move. */
  height: number
  answered: Answered<Data>
  /** Explains why there is nothing to draw and what to do; undefined if there is something. */
  emptyBecause: (data: Data) => ReactNode | undefined
  table: (data: Data) => TableOfFigures
  /** The file's name, without its extension. */
  fileName: string
  /** Drawn beside the buttons, such as a choice of order. */
  controls?: Elements
  children: (data: Data) => Elements
}

/**
 * The frame of every chart: its title, the chart or its table, its file, and the message when there is nothing to show.
 */
export function ChartCard<Data>(props: Props<Data>) {
  const { title, about, height, answered, emptyBecause, table, fileName, controls, children } = props
  const t = useT()
  const { patterns } = useDates()
  const headingId = useId()
  const [isTable, setTable] = useState(false)
  const { data } = answered
  const empty = data === undefined ? undefined : emptyBecause(data)
  const isDrawn = data !== undefined && empty === undefined

  const loading = (
    <div role="status" aria-label={t('shell:loading')}>
      <Skeleton height={height} />
    </div>
  )

  async function save(format: FileFormat, shown: Data): Promise<void> {
    if (format === 'csv') saveFile(new Blob([csvOf(table(shown))], { type: fileTypes.csv }), `${fileName}.csv`)
    else {
      const { workbookOf } = await import('../../lists/workbook-of-figures.ts')
      saveFile(workbookOf(table(shown), { title, formats: patterns }), `${fileName}.xlsx`)
    }
  }

  function content() {
    if (data === undefined) {
      if (!answered.isError) return loading
      return (
        <div className={styles.said}>
          <p>{t('charts:failed')}</p>
          <Button variant="default" onClick={() => void answered.refetch()} isPending={answered.isFetching}>
            {t('shell:tryAgain')}
          </Button>
        </div>
      )
    }
    if (empty !== undefined) return <div className={styles.said}>{empty}</div>
    return isTable ? <ChartTable table={table(data)} /> : <Later fallback={loading}>{children(data)}</Later>
  }

  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div className={styles.head}>
        <div className={styles.heading}>
          <h2 id={headingId} className={styles.title}>
            {title}
          </h2>
          {about !== undefined && isDrawn && <p className={styles.about}>{about}</p>}
        </div>
        {isDrawn && (
          <div className={styles.actions}>
            {controls}
            <button
              type="button"
              className={styles.action}
              aria-pressed={isTable}
              aria-label={t('charts:asTableOf', { chart: title })}
              title={t('charts:asTable')}
              onClick={() => setTable(!isTable)}
            >
              {isTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
            </button>
            <FileMenu
              buttonClass={styles.action}
              label={t('charts:downloadOf', { chart: title })}
              title={t('charts:download')}
              button={<IconDownload size={18} aria-hidden />}
              onChoose={(format) => void save(format, data)}
            />
          </div>
        )}
      </div>
      {content()}
    </section>
  )
}
