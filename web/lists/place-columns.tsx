import type { ReactNode } from 'react'
import type { Figures } from '../../contract/figures.ts'
import type { Standing } from '../../contract/standing.ts'
import type { Target, TestRecordsSearch } from '../paths.ts'
import type { Translate } from '../ui/phrases.ts'
import { SecondLine } from './cells.tsx'
import { TestsFigure } from './figures.tsx'
import type { OwnFilters } from './list-bar.tsx'
import { choiceFilter } from './list-filter.tsx'
import type { ListColumn } from './list-rows.tsx'
import { RowLink } from './row-link.tsx'
import { StandingBadge } from './standing.tsx'

interface PlaceRow {
  id: string
  name: string
  description: string | null
  location: string | null
  figures: Figures | null
}

interface Terms<Row> {
  target: (row: Row) => Target
  /** The filter of the tests that were done at the place. */
  tests: (row: Row) => TestRecordsSearch
  statusOf: (row: Row) => Standing
  /** Drawn between the name and the location. */
  organisation?: { title: string; cell: (row: Row) => ReactNode }
}

export function placeColumns<Row extends PlaceRow>(
  t: Translate,
  { target, tests, statusOf, organisation }: Terms<Row>,
): ListColumn<Row, 'name' | '-name' | 'created_at' | '-created_at'>[] {
  const isWithOrganisation = organisation !== undefined
  const status = (row: Row) => <StandingBadge status={statusOf(row)} />
  return [
    {
      key: 'name',
      title: t('fields:name'),
      sort: 'name',
      isKept: true,
      cell: (row) => (
        <>
          <RowLink id={row.id} target={target(row)}>
            {row.name}
          </RowLink>
          {row.description !== null && <SecondLine isLong>{row.description}</SecondLine>}
        </>
      ),
      card: {
        at: 'start',
        cell: (row) => (
          <RowLink id={row.id} target={target(row)}>
            {row.name}
          </RowLink>
        ),
      },
    },
    ...(isWithOrganisation
      ? [{ key: 'organisation', ...organisation, card: { at: 'main' as const, cell: organisation.cell } }]
      : []),
    {
      key: 'location',
      title: t('places:column.location'),
      ...(isWithOrganisation && { room: 'large' as const }),
      cell: ({ location }) => location,
      card: { at: 'detail' },
    },
    {
      key: 'users',
      title: t('places:column.users'),
      room: 'medium',
      cell: ({ figures }) => figures?.users ?? '–',
      card: {
        at: 'detail',
        cell: ({ figures }) => typeof figures?.users === 'number' && t('places:users', { count: figures.users }),
      },
    },
    {
      key: 'tests',
      title: t('places:column.tests'),
      cell: (row) => <TestsFigure tests={row.figures?.tests} at={tests(row)} />,
      card: { at: 'foot', cell: (row) => <TestsFigure tests={row.figures?.tests} at={tests(row)} isWithoutHead /> },
    },
    { key: 'status', title: t('places:column.status'), cell: status, card: { at: 'end', cell: status } },
  ]
}

/** Filters a list of places by whether they are in use. */
export function standingFilter(
  t: Translate,
  value: Standing | undefined,
  onChange: (status: Standing | undefined) => void,
): OwnFilters {
  const statuses = ['active', 'suspended'] as const
  return {
    others: [
      choiceFilter({
        label: t('places:column.status'),
        any: t('lists:filter.any'),
        value,
        options: [{ options: statuses.map((status) => ({ value: status, label: t(`places:status.${status}`) })) }],
        onChange,
      }),
    ],
  }
}
