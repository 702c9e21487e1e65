import { IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { printTest, type PrintedSheet } from '../../contract/test-records/printing.ts'
import { call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { printDrawn } from '../ui/print-drawn.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { PrintSheet } from './print-sheet.tsx'
import * as styles from './print-several.module.css'

/** The most records that can be printed at once, which any printer's tray should hold. */
const most = 50
/** How many sheets are requested in parallel. */
const atOnce = 4

interface Props {
  /** The ids of the records, in the order in which they were chosen. */
  chosen: readonly string[]
  onEnd: () => void
}

/** Prints the chosen records, each on its own page. If one fails to load, none is printed. */
export function PrintSeveral({ chosen, onEnd }: Props) {
  const t = useT()
  const [sheets, setSheets] = useState<readonly PrintedSheet[]>([])
  const printing = useMutation({
    mutationFn: async () => {
      const loaded: (PrintedSheet | null)[] = []
      for (let at = 0; at < chosen.length; at += atOnce) {
        const calls = chosen.slice(at, at + atOnce).map(async (id) => {
          const reply = await call(printTest, { params: { id }, errors: 'caller' }).catch(() => null)
          return reply?.data ?? null
        })
        loaded.push(...(await Promise.all(calls)))
      }
      return loaded
    },
    onSuccess: async (loaded) => {
      const found = loaded.filter((sheet) => sheet !== null)
      if (found.length < loaded.length) {
        showMessage(t('printing:several.failed', { count: loaded.length - found.length }), 'danger')
        return
      }
      flushSync(() => setSheets(found))
      await printDrawn()
    },
  })
  // Printing ends outside React.
  useEffect(() => {
    const clear = () => setSheets([])
    window.addEventListener('afterprint', clear)
    return () => window.removeEventListener('afterprint', clear)
  }, [])
  const isTooMany = chosen.length > most
  return (
    <div className={styles.bar} role="region" aria-label={t('testRecords:list.print')}>
      <p role="status" className={styles.said}>
        <span>
          {chosen.length === 0 ? t('printing:several.none') : t('printing:several.chosen', { count: chosen.length })}
        </span>
        {isTooMany && <span>{` ${t('printing:several.most', { count: most })}`}</span>}
      </p>
      <Button
        isInactive={chosen.length === 0 || isTooMany}
        isPending={printing.isPending}
        onClick={() => printing.mutate()}
      >
        <IconPrinter size={18} aria-hidden />
        <span>{t('printing:several.print')}</span>
      </Button>
      <Button variant="default" onClick={onEnd}>
        {t('printing:several.end')}
      </Button>
      {sheets.map((sheet) => (
        <PrintSheet key={sheet.record.id} record={sheet.record} besides={sheet} isOneOfSeveral />
      ))}
    </div>
  )
}
