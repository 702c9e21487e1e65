import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { DetailPage } from '../lists/detail-page.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { PrintSheet } from './print-sheet.tsx'
import { testRecordQuery } from './queries.ts'
import { RecordDetails } from './record-details.tsx'

/** One record, which can be printed. */
export function TestRecordPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/test-records/$id' })
  const { crumb: _, ...search } = useSearch({ from: '/logged-in/test-records' })
  const record = useQuery(testRecordQuery(id))
  return (
    <DetailPage
      words="testRecords"
      id={id}
      name={record.data?.data.testId}
      kind={t('shell:page.testRecord')}
      detail={record}
      list={paths.testRecords(search)}
      actions={
        <Button variant="default" onClick={() => window.print()}>
          <IconPrinter size={18} aria-hidden />
          {t('testRecords:record.print')}
        </Button>
      }
    >
      {({ data }, level) => (
        <>
          <RecordDetails record={data} level={level} />
          <PrintSheet record={data} />
        </>
      )}
    </DetailPage>
  )
}
