import { Suspense } from 'react'
import { lazyPage } from '../shell/page-part.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import { useT } from '../ui/phrases.ts'

/** Comes when it is asked for: with it comes all that the web app knows of users. */
const RecorderName = lazyPage(async () => (await import('./recorder-name.tsx')).RecorderName)

/** Says whose tests alone are listed, as a link from that user's page asked for; pressing it shows everybody's again. */
export function RecorderChip({ id, onClear }: { id: string; onClear: () => void }) {
  const t = useT()
  const label = (
    <Suspense fallback={<span>{t('testRecords:filter.oneRecorder')}</span>}>
      <RecorderName id={id} />
    </Suspense>
  )
  return (
    <FilterChips
      label={t('testRecords:column.recordedBy')}
      chips={[{ value: id, label }]}
      value={id}
      onChange={onClear}
    />
  )
}
