import { IconPrinter } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { printTest, type PrintedSheet } from '../../contract/test-records/printing.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { inTime } from '../api/patience.ts'
import { call } from '../api/client.ts'
import { failureWords } from '../api/failure-words.ts'
import { useUser } from '../session/queries.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { Button } from '../ui/button.tsx'
import { alsoSay, useT } from '../ui/phrases.ts'
import { printDrawn } from '../ui/print-drawn.ts'
import { showMessage } from '../ui/snackbar-store.ts'

/** Loaded separately, because only printing needs it. */
export const SheetOnPaper = lazyPage(async () => (await import('./print-sheet.tsx')).PrintSheet)

/** Prints a record, once the rest of its sheet has been loaded. */
export function PrintRecord({ record }: { record: TestRecord }) {
  const t = useT()
  // Operators who have entered a tenant's records may only read them, not make printouts to show to others.
  const isOperator = useUser().entry !== null
  const queries = useQueryClient()
  const key = [printTest.name, record.id]
  // Printing changes the width, and a page that is laid out anew for paper begins with this cached sheet.
  const [sheet, setSheet] = useState(() => queries.getQueryData<PrintedSheet>(key) ?? null)
  const printing = useMutation({
    mutationFn: async () => {
      if (isOperator) {
        await inTime(SheetOnPaper.preload())
        return null
      }
      const [{ data }] = await Promise.all([
        call(printTest, { params: { id: record.id }, errors: 'caller' }),
        inTime(alsoSay('meanings', 'printing')),
        inTime(SheetOnPaper.preload()),
      ])
      return data
    },
    onSuccess: async (given) => {
      queries.setQueryData(key, given)
      // The sheet must be drawn before the browser prints.
      flushSync(() => setSheet(given))
      await printDrawn()
    },
    onError: (error) => {
      const words = failureWords(error, { failed: 'lists:print.failed', hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    },
  })
  // A sheet of an older version of the record is not printed.
  const printed = sheet !== null && sheet.record.version >= record.version ? sheet : null
  return (
    <>
      <Button variant="default" onClick={() => printing.mutate()} isPending={printing.isPending}>
        <IconPrinter size={18} aria-hidden />
        <span>{t('testRecords:record.print')}</span>
      </Button>
      <Suspense fallback={null}>
        <SheetOnPaper record={printed?.record ?? record} besides={printed} />
      </Suspense>
    </>
  )
}
