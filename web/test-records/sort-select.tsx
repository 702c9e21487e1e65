import { testRecordSorts, type TestRecordSort } from '../../contract/test-records/filter.ts'
import { useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import styles from './list-table.module.css'

/** The order of the cards on a phone, which have no heads to press. */
export function SortSelect({ sort, onSort }: { sort: TestRecordSort; onSort: (sort: TestRecordSort) => void }) {
  const t = useT()
  return (
    <div className={styles.sort}>
      <SelectField
        label={t('testRecords:sort.label')}
        value={sort}
        options={testRecordSorts.map((value) => ({ value, label: t(`testRecords:sort.${value}`) }))}
        onChange={(chosen) => {
          const known = testRecordSorts.find((value) => value === chosen)
          if (known) onSort(known)
        }}
      />
    </div>
  )
}
