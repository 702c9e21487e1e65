import { useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import styles from './list-cards.module.css'

interface Props<Sort extends string> {
  sort: Sort
  options: readonly { value: Sort; label: string }[]
  onSort: (sort: Sort) => void
}

/** The order of the cards on a phone, which have no heads to press. */
export function SortSelect<Sort extends string>({ sort, options, onSort }: Props<Sort>) {
  const t = useT()
  return (
    <div className={styles.sort}>
      <SelectField
        label={t('lists:sort.label')}
        value={sort}
        options={options}
        onChange={(chosen) => {
          const known = options.find(({ value }) => value === chosen)
          if (known) onSort(known.value)
        }}
      />
    </div>
  )
}
