import { IconArchive, IconCircleCheck } from '@tabler/icons-react'
import type { AssayListItem } from '../../contract/assays/assay.ts'
import type { AssayStatus } from '../../contract/assays/assay-list.ts'
import { SecondLine } from '../lists/cells.tsx'
import { useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

function AssayStatusIcon({ status }: { status: AssayStatus }) {
  const Icon = status === 'active' ? IconCircleCheck : IconArchive
  return <Icon size={16} stroke={2} aria-hidden />
}

/** Shows whether an assay is offered, and whether it is the default. */
export function AssayStatusBadge({ status, isDefault }: Pick<AssayListItem, 'status' | 'isDefault'>) {
  const t = useT()
  return (
    <>
      <StatusBadge tone={status === 'active' ? 'good' : 'over'} icon={<AssayStatusIcon status={status} />}>
        {t(`assays:status.${status}`)}
      </StatusBadge>
      {isDefault && <SecondLine>{t('assays:default')}</SecondLine>}
    </>
  )
}
