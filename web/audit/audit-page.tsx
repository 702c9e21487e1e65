import { IconShieldCheck } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { auditList } from '../../contract/audit/audit-list.ts'
import { exportAuditEvents, type AuditEventItem } from '../../contract/audit/endpoints.ts'
import { SecondLine, Time } from '../lists/cells.tsx'
import { ExportButton } from '../lists/export-button.tsx'
import { fileOf } from '../lists/fetch-file.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-rows.tsx'
import { RowLink } from '../lists/row-link.tsx'
import { paths, type AuditSearch } from '../paths.ts'
import { useUser } from '../session/queries.ts'
import { isBackwards } from '../ui/date-range.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { RangeBackwards } from '../ui/range-backwards.tsx'
import { auditFilters } from './audit-filters.tsx'
import { actorWords, eventWords } from './audit-words.ts'
import { ChainAlarm, ChainVerified } from './chain-notice.tsx'
import { Outcome } from './outcome.tsx'
import { auditAddress, auditEventsQuery } from './queries.ts'

export function AuditPage() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/audit' })
  // Operators may read a tenant's trail but not export it.
  const mayExport = useUser().entry === null
  return (
    <ListPage
      words="audit"
      search={search}
      address={auditAddress}
      query={auditEventsQuery}
      columns={columnsOf(t, search)}
      sortWords={(sort) => t(`audit:sort.${sort}`)}
      cardsBelow={1024}
      notice={<ChainAlarm />}
      foot={<ChainVerified />}
      filters={(change) => auditFilters(t, search, change)}
      actions={({ total, totalIsCapped, isWaiting }) =>
        mayExport &&
        total > 0 && (
          <ExportButton
            words="audit"
            download={fileOf(exportAuditEvents, { query: auditAddress.whole(search) })}
            total={total}
            isCapped={totalIsCapped}
            isWaiting={isWaiting}
          />
        )
      }
      picture={<IconShieldCheck size={40} stroke={1.5} aria-hidden />}
      impossible={isBackwards(search) ? <RangeBackwards /> : undefined}
    />
  )
}

function columnsOf(t: Translate, search: AuditSearch): ListColumn<AuditEventItem, (typeof auditList)['default']>[] {
  return [
    {
      key: 'actor',
      title: t('audit:column.actor'),
      cell: (event) => actorWords(t, event),
      card: { at: 'start' },
    },
    {
      key: 'action',
      isKept: true,
      title: t('audit:column.action'),
      cell: (event) => (
        <>
          <RowLink id={event.id} target={paths.auditEvent(event.id, search)}>
            {eventWords(t, event)}
          </RowLink>
          {event.outcome === 'refused' && (
            <SecondLine>
              <Outcome outcome={event.outcome} />
            </SecondLine>
          )}
        </>
      ),
      card: { at: 'main' },
    },
    {
      key: 'at',
      title: t('audit:column.at'),
      sort: '-at',
      cell: ({ at }) => <Time at={at} />,
      card: { at: 'detail' },
    },
  ]
}
