import { rangeNames, type RangeChoice } from '../ui/date-range.ts'
import { useT } from '../ui/phrases.ts'
import { PlainSelect } from '../ui/plain-select.tsx'
import * as styles from './range-select.module.css'

export function RangeSelect({ choice, onChange }: { choice: RangeChoice; onChange: (choice: RangeChoice) => void }) {
  const t = useT()
  return (
    <div className={styles.range}>
      <PlainSelect
        aria-label={t('ranges:label')}
        value={choice.range}
        onChange={(event) => {
          const range = rangeNames.find((name) => name === event.currentTarget.value)
          if (range !== undefined) onChange({ range })
        }}
      >
        {rangeNames.map((name) => (
          <option key={name} value={name}>
            {t(`ranges:${name}`)}
          </option>
        ))}
      </PlainSelect>
      {choice.range === 'custom' && (
        <>
          <DayField label={t('ranges:from')} value={choice.from} onChange={(from) => onChange({ ...choice, from })} />
          <DayField label={t('ranges:to')} value={choice.to} onChange={(to) => onChange({ ...choice, to })} />
        </>
      )}
    </div>
  )
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}) {
  return (
    <label className={styles.day}>
      <span>{label}</span>
      <input type="date" value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value || undefined)} />
    </label>
  )
}
