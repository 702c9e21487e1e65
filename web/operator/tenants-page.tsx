import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { TenantListItem } from '../../contract/operator/endpoints.ts'
import { mayKeepTenants } from '../../contract/permissions/can.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { SecondLine, Time } from '../lists/cells.tsx'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-rows.tsx'
import { standingFilter } from '../lists/place-columns.tsx'
import { RowLink } from '../lists/row-link.tsx'
import { StandingBadge } from '../lists/standing.tsx'
import { paths, type TenantsSearch } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { LongWord } from '../ui/long-word.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import { tenantAddress, tenantsQuery } from './queries.ts'
import { hostOf, testsFigure, testsInWords } from './tenant-words.ts'

export function TenantsPage() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/tenants' })
  return (
    <ListPage
      words="operator"
      search={search}
      address={tenantAddress}
      query={tenantsQuery}
      columns={columnsOf(t, search)}
      sortWords={(sort) => t(`places:sort.${sort}`)}
      cardsBelow={1024}
      filters={(change) => standingFilter(t, search.status, (status) => change({ status }))}
      create={
        mayKeepTenants(useHolder()) && (
          <FormLink target={paths.newTenant(search)} icon={IconPlus} word={t('shell:page.newTenant')} />
        )
      }
      picture={<IconBuildingCommunity size={40} stroke={1.5} aria-hidden />}
    />
  )
}

function columnsOf(
  t: Translate,
  search: TenantsSearch,
): ListColumn<TenantListItem, 'name' | '-name' | 'created_at' | '-created_at'>[] {
  const link = ({ id, name }: TenantListItem) => (
    <RowLink id={id} target={paths.tenant(id, { ...search, crumb: name })}>
      {name}
    </RowLink>
  )
  const status = (row: TenantListItem) => <StandingBadge status={row.status} />
  return [
    {
      key: 'name',
      title: t('fields:name'),
      sort: 'name',
      isKept: true,
      cell: (row) => (
        <>
          {link(row)}
          <SecondLine>
            <LongWord>{hostOf(row.slug)}</LongWord>
          </SecondLine>
        </>
      ),
      card: { at: 'start', cell: link },
    },
    {
      key: 'users',
      title: t('places:column.users'),
      room: 'medium',
      cell: ({ figures }) => figures.users,
      card: { at: 'detail', cell: ({ figures }) => t('places:users', { count: figures.users }) },
    },
    {
      key: 'tests',
      title: t('places:column.tests'),
      cell: ({ figures }) => testsFigure(t, figures.tests),
      card: { at: 'detail', cell: ({ figures }) => testsInWords(t, figures.tests) },
    },
    {
      key: 'created',
      title: t('operator:column.created'),
      room: 'medium',
      sort: 'created_at',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { key: 'status', title: t('places:column.status'), cell: status, card: { at: 'end', cell: status } },
  ]
}
