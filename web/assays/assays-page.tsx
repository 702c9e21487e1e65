import { IconBooks, IconPlus, IconTestPipe } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { AssayListItem } from '../../contract/assays/assay.ts'
import { assayStatuses, type assayList } from '../../contract/assays/assay-list.ts'
import { mayKeepAssays } from '../../contract/permissions/can.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { SecondLine } from '../lists/cells.tsx'
import { choiceFilter } from '../lists/list-filter.tsx'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-rows.tsx'
import { RowLink } from '../lists/row-link.tsx'
import { paths, type AssaysSearch } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { AssayStatusBadge } from './assay-status.tsx'
import * as styles from './assays-page.module.css'
import { assayAddress, assaysQuery } from './queries.ts'

export function AssaysPage() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/assays' })
  const holder = useHolder()
  const isOperator = holder.userType === 'unlimited'
  return (
    <ListPage
      words="assays"
      {...(isOperator && {
        title: t('shell:page.assayCatalogue'),
        notice: <p className={styles.about}>{t('assays:catalogue.about')}</p>,
      })}
      search={search}
      address={assayAddress}
      query={assaysQuery}
      columns={columnsOf(t, search).filter(({ key }) => !(isOperator && key === 'usedBy'))}
      sortWords={(sort) => t(`places:sort.${sort}`)}
      cardsBelow={1024}
      filters={(change) => ({
        others: [
          choiceFilter({
            label: t('places:column.status'),
            any: t('lists:filter.any'),
            value: search.status,
            options: [
              { options: assayStatuses.map((status) => ({ value: status, label: t(`assays:status.${status}`) })) },
            ],
            onChange: (status) => change({ status }),
          }),
        ],
      })}
      create={
        mayKeepAssays(holder) && (
          <>
            <FormLink target={paths.assayCatalogue(search)} variant="default">
              <IconBooks size={18} aria-hidden />
              <span data-roomy>{t(isOperator ? 'assays:catalogue.takeBuiltIn' : 'assays:catalogue.add')}</span>
            </FormLink>
            <FormLink target={paths.newAssay(search)}>
              <IconPlus size={18} aria-hidden />
              <span data-roomy>{t('shell:page.newAssay')}</span>
            </FormLink>
          </>
        )
      }
      picture={<IconTestPipe size={40} stroke={1.5} aria-hidden />}
    />
  )
}

function columnsOf(
  t: Translate,
  search: AssaysSearch,
): ListColumn<AssayListItem, (typeof assayList)['sorts'][number]>[] {
  const link = ({ id, name }: AssayListItem) => (
    <RowLink id={id} target={paths.assay(id, { ...search, crumb: name })}>
      {name}
    </RowLink>
  )
  const device = ({ manufacturer, model }: AssayListItem) => [manufacturer, model].filter(Boolean).join(' ')
  const analytes = ({ analytes: lines }: AssayListItem) => lines.map(({ name }) => name).join(', ')
  const usedBy = ({ organisations }: AssayListItem) =>
    organisations === null
      ? t('lists:filter.anyOrganisation')
      : t('assays:organisations', { count: organisations.length })
  return [
    {
      key: 'name',
      title: t('fields:name'),
      sort: 'name',
      isKept: true,
      cell: (row) => (
        <>
          {link(row)}
          {device(row) !== '' && <SecondLine>{device(row)}</SecondLine>}
        </>
      ),
      card: { at: 'start', cell: link },
    },
    { key: 'analytes', title: t('assays:column.analytes'), cell: analytes, card: { at: 'main' } },
    {
      key: 'read',
      title: t('assays:column.read'),
      room: 'medium',
      cell: ({ readFromMinutes: from, readUntilMinutes: until }) => t('assays:minutes', { from, until }),
      card: { at: 'detail' },
    },
    { key: 'usedBy', title: t('assays:column.usedBy'), room: 'medium', cell: usedBy, card: { at: 'detail' } },
    {
      key: 'status',
      title: t('places:column.status'),
      cell: (row) => <AssayStatusBadge {...row} />,
      card: { at: 'end' },
    },
  ]
}
