import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { testRecordSorts, type TestRecordSort } from '../../contract/test-records/filter.ts'
import { useT } from '../ui/phrases.ts'

/** The order of the cards on a phone, which have no heads to press. */
export function SortSelect({ sort, onSort }: { sort: TestRecordSort; onSort: (sort: TestRecordSort) => void }) {
  const t = useT()
  return (
    <NativeSelect
      mb={12}
      aria-label={t('testRecords:sort.label')}
      value={sort}
      data={testRecordSorts.map((value) => ({ value, label: t(`testRecords:sort.${value}`) }))}
      onChange={(event) => {
        const chosen = testRecordSorts.find((value) => value === event.currentTarget.value)
        if (chosen) onSort(chosen)
      }}
    />
  )
}
