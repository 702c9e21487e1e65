import { useQuery } from '@tanstack/react-query'
import { can } from '../../contract/permissions/can.ts'
import { useHolder } from '../session/queries.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import { useT } from '../ui/phrases.ts'
import { userDetailQuery } from '../users/queries.ts'

/** Says whose tests alone are listed, as a link from that user's page asked for; pressing it shows everybody's again. */
export function RecorderChip({ id, onClear }: { id: string; onClear: () => void }) {
  const t = useT()
  const user = useQuery({ ...userDetailQuery(id), enabled: can(useHolder(), 'view-users') })
  const name = user.data?.data.fullName
  const label = name === undefined ? t('testRecords:filter.oneRecorder') : t('testRecords:filter.recordedBy', { name })
  return (
    <FilterChips
      label={t('testRecords:column.recordedBy')}
      chips={[{ value: id, label }]}
      value={id}
      onChange={onClear}
    />
  )
}
