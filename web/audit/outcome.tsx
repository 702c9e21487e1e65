import { IconBan } from '@tabler/icons-react'
import type { AuditEventItem } from '../../contract/audit/endpoints.ts'
import { useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

/** The outcome of an event; a refusal is highlighted. */
export function Outcome({ outcome }: Pick<AuditEventItem, 'outcome'>) {
  const t = useT()
  if (outcome === 'done') return <span>{t('audit:outcome.done')}</span>
  return (
    <StatusBadge tone="trouble" icon={<IconBan size={14} stroke={2.5} aria-hidden />}>
      {t('audit:outcome.refused')}
    </StatusBadge>
  )
}
