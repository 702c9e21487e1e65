import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mostInChart, type getDashboardGroups } from '../../../contract/dashboard/charts.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { positivity, totalOf } from '../../../contract/rules/results.ts'
import type { TestRecordsSearch } from '../../paths.ts'
import { PlainSelect } from '../../ui/plain-select.tsx'
import type { Shown } from '../queries.ts'
import { BarRows } from './bar-rows.tsx'
import { ChartCard } from './chart-card.tsx'
import { groupsQuery } from './chart-queries.ts'
import { ResultBar } from './result-fills.tsx'
import { useChartWords } from './words.ts'

type Groups = Reply<typeof getDashboardGroups>['data']
type Place = Groups['organisations'][number] & { organisation?: { id: string; name: string } }

const orders = ['tests', 'name', 'positivity', 'invalid'] as const
type Order = (typeof orders)[number]

type Kind = 'organisations' | 'groups'

/** Tests by organisation or by group. Left out for a single place, because the rest of the page shows it already. */
export function PlacesChart({ kind, shown }: { kind: Kind; shown: Shown }) {
  const words = useChartWords()
  const { t, number, share, days } = words
  const [order, setOrder] = useState<Order>('tests')
  const answered = useQuery(groupsQuery(shown))
  const data = answered.data?.data
  const title = t(`charts:${kind}.title`)
  const placesIn = (groups: Groups): readonly Place[] => groups[kind]
  const sorted = (groups: Groups) => inOrder(placesIn(groups), order)
  const listOf = ({ id, organisation }: Place): TestRecordsSearch =>
    kind === 'organisations' ? { ...shown, organisation: id } : { ...shown, organisation: organisation?.id, group: id }
  const invalidOf = ({ counts }: Place) => share(counts.invalid / totalOf(counts))
  const isSuspended = (place: Place) => place.status === 'suspended'

  if (data !== undefined && placesIn(data).length < 2) return null
  return (
    <ChartCard
      title={title}
      about={data?.isCapped ? t('charts:capped', { number: mostInChart }) : undefined}
      height={240}
      answered={{ ...answered, data }}
      // A chart without rows is left out, so it has no message.
      emptyBecause={() => undefined}
      fileName={t(`charts:${kind}.file`)}
      controls={
        <PlainSelect
          aria-label={t('charts:orderOf', { chart: title })}
          value={order}
          onChange={(event) => setOrder(orders.find((name) => name === event.currentTarget.value) ?? 'tests')}
        >
          {orders.map((name) => (
            <option key={name} value={name}>
              {t(`charts:order.${name}`)}
            </option>
          ))}
        </PlainSelect>
      }
      table={(groups) => ({
        caption: t('charts:caption', { chart: title, days: days(shown) }),
        columns: [
          { title: t(`charts:${kind}.one`), isNumber: false },
          ...(kind === 'groups' ? [{ title: t('charts:organisations.one'), isNumber: false }] : []),
          ...words.resultColumns,
        ],
        rows: sorted(groups).map((place) => ({
          key: place.id,
          cells: [
            { text: isSuspended(place) ? t('charts:suspended', { name: place.name }) : place.name, value: place.name },
            ...(place.organisation ? [{ text: place.organisation.name, value: place.organisation.name }] : []),
            ...words.resultCells(place.counts, listOf(place)),
          ],
        })),
        sums: words.sumCells(
          placesIn(groups).map(({ counts }) => counts),
          // Beyond the limit there are further groups, so their sum has no list.
          groups.isCapped ? undefined : shown,
          kind === 'groups' ? [{ text: '', value: '' }] : [],
        ),
      })}
    >
      {(groups) => {
        const most = Math.max(1, ...placesIn(groups).map(({ counts }) => totalOf(counts)))
        return (
          <BarRows
            label={title}
            heads={[t('charts:tests'), t('charts:positivity'), t('results:invalid')]}
            rows={sorted(groups).map((place) => ({
              key: place.id,
              name: place.name,
              detail:
                [place.organisation?.name, isSuspended(place) && t('charts:isSuspended')].filter(Boolean).join(' · ') ||
                undefined,
              bar: <ResultBar counts={place.counts} share={totalOf(place.counts) / most} />,
              figures: [
                number(totalOf(place.counts)),
                words.shareCell(positivity(place.counts)?.share).text,
                invalidOf(place),
              ],
              list: listOf(place),
              spoken: words.inWords(
                place.organisation ? `${place.name}, ${place.organisation.name}` : place.name,
                place.counts,
              ),
            }))}
          />
        )
      }}
    </ChartCard>
  )
}

function inOrder(places: readonly Place[], order: Order): readonly Place[] {
  const shareOf = ({ counts }: Place) =>
    order === 'positivity' ? positivity(counts)?.share : counts.invalid / totalOf(counts)
  switch (order) {
    case 'tests':
      return places
    case 'name':
      return places.toSorted((a, b) => a.name.localeCompare(b.name))
    case 'positivity':
    case 'invalid':
      // A place without conclusive tests has no positivity and comes last.
      return places.toSorted((a, b) => (shareOf(b) ?? -1) - (shareOf(a) ?? -1))
  }
}
