import { useQuery } from '@tanstack/react-query'
import { assayQuery } from '../assays/queries.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import type { ListSearch } from './list-search.ts'

interface Props {
  search: ListSearch
  onChange: (change: Partial<ListSearch>) => void
}

/** Says in chips what a chart has chosen: a lot, a line with what it showed, an hour of the week. Pressing one takes it back. */
export function ChosenInChart({ search, onChange }: Props) {
  const t = useT()
  const { lot, analyte, weekday, hour } = search
  const line = useLineName(search)
  const isTimed = weekday !== undefined || hour !== undefined
  return (
    <>
      {lot !== undefined && (
        <Chosen
          label={t('testRecords:record.lot')}
          words={t('testRecords:filter.lot', { lot })}
          onClear={() => onChange({ lot: undefined })}
        />
      )}
      {analyte !== undefined && (
        <Chosen
          label={t('testRecords:record.analytes')}
          words={
            search.analyte_result === undefined
              ? t('testRecords:filter.line', { line })
              : t('testRecords:filter.lineResult', { line, result: t(`results:${search.analyte_result}`) })
          }
          onClear={() => onChange({ analyte: undefined, analyte_result: undefined })}
        />
      )}
      {isTimed && (
        <Chosen
          label={t('testRecords:filter.when')}
          words={whenInWords(t, search)}
          onClear={() => onChange({ weekday: undefined, hour: undefined, zone: undefined })}
        />
      )}
    </>
  )
}

function Chosen({ label, words, onClear }: { label: string; words: string; onClear: () => void }) {
  return <FilterChips label={label} chips={[{ value: label, label: words }]} value={label} onChange={onClear} />
}

/** The name that the line has in the assay now; its id where it has left that. */
function useLineName({ assay = '', analyte = '' }: ListSearch): string {
  const analytes = useQuery({ ...assayQuery(assay), enabled: assay !== '' && analyte !== '' }).data?.data.analytes
  return analytes?.find(({ id }) => id === analyte)?.name ?? analyte
}

/** Such as "Mondays 09:00–10:00 (Europe/London)": the hour that the clocks of that zone showed. */
function whenInWords(t: Translate, { weekday, hour, zone = 'UTC' }: ListSearch): string {
  const clock = (value: number) => `${String(value).padStart(2, '0')}:00`
  const when = [
    weekday !== undefined && t(`testRecords:filter.weekday.${weekday as 1 | 2 | 3 | 4 | 5 | 6 | 7}`),
    hour !== undefined && `${clock(hour)}–${clock(hour + 1)}`,
  ]
  return `${when.filter(Boolean).join(' ')} (${zone})`
}
