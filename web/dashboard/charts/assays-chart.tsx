import { useQuery } from '@tanstack/react-query'
import { mostInChart, type getDashboardAssays } from '../../../contract/dashboard/charts.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { positivity, totalOf, type Result } from '../../../contract/rules/results.ts'
import type { Shown } from '../queries.ts'
import { BarRows } from './bar-rows.tsx'
import { ChartCard } from './chart-card.tsx'
import { assaysQuery } from './chart-queries.ts'
import { ResultBar } from './result-fills.tsx'
import { useChartWords } from './words.ts'

type Assays = Reply<typeof getDashboardAssays>['data']
type Assay = Assays['assays'][number]

/** Tests by assay, and below an assay with several lines the results of each line. */
export function AssaysChart({ shown }: { shown: Shown }) {
  const words = useChartWords()
  const { t, number, share, days } = words
  const answered = useQuery(assaysQuery(shown))
  const title = t('charts:assays.title')
  const linesOf = (assay: Assay) => (assay.analytes.length > 1 ? assay.analytes : [])
  const ofAssay = (assay: Assay) => ({ ...shown, assay: assay.id })
  const ofLine = (assay: Assay, analyte: string) => ({ ...shown, assay: assay.id, analyte })

  const figures = (counts: Assay['counts']) => [
    number(totalOf(counts)),
    words.shareCell(positivity(counts)?.share).text,
    share(counts.invalid / Math.max(1, totalOf(counts))),
  ]

  const [only, ...others] = answered.data?.data.assays ?? []
  // A single assay with one line is already shown by the rest of the page.
  if (only !== undefined && others.length === 0 && linesOf(only).length === 0) return null
  return (
    <ChartCard
      title={title}
      about={answered.data?.data.isCapped ? t('charts:capped', { number: mostInChart }) : t('charts:assays.about')}
      height={240}
      answered={{ ...answered, data: answered.data?.data }}
      emptyBecause={({ assays }) => (assays.length === 0 ? <p>{t('charts:none')}</p> : undefined)}
      fileName={t('charts:assays.file')}
      table={({ assays, isCapped }) => ({
        caption: t('charts:caption', { chart: title, days: days(shown) }),
        columns: [
          { title: t('charts:assays.one'), isNumber: false },
          { title: t('charts:assays.line'), isNumber: false },
          ...words.resultColumns,
        ],
        rows: assays.flatMap((assay) => [
          {
            key: assay.id,
            cells: [
              { text: assay.name, value: assay.name },
              { text: t('charts:assays.whole'), value: '' },
              ...words.resultCells(assay.counts, ofAssay(assay)),
            ],
          },
          ...linesOf(assay).map((line) => ({
            key: `${assay.id} ${line.id}`,
            cells: [
              { text: assay.name, value: assay.name },
              { text: line.name, value: line.name },
              ...words.resultCells(line.counts, ofLine(assay, line.id), (result: Result) => ({
                ...ofLine(assay, line.id),
                analyte_result: result,
              })),
            ],
          })),
        ]),
        // The sums count whole tests, because lines would count a test several times.
        sums: words.sumCells(
          assays.map(({ counts }) => counts),
          isCapped ? undefined : shown,
          [{ text: t('charts:assays.whole'), value: '' }],
        ),
      })}
    >
      {({ assays }) => {
        const most = Math.max(1, ...assays.map(({ counts }) => totalOf(counts)))
        return (
          <BarRows
            label={title}
            heads={[t('charts:tests'), t('charts:positivity'), t('results:invalid')]}
            rows={assays.flatMap((assay) => [
              {
                key: assay.id,
                name: assay.name,
                bar: <ResultBar counts={assay.counts} share={totalOf(assay.counts) / most} />,
                figures: figures(assay.counts),
                list: ofAssay(assay),
                spoken: words.inWords(assay.name, assay.counts),
              },
              ...linesOf(assay).map((line) => ({
                key: `${assay.id} ${line.id}`,
                name: line.name,
                isPart: true,
                bar: <ResultBar counts={line.counts} share={totalOf(line.counts) / most} />,
                figures: figures(line.counts),
                list: ofLine(assay, line.id),
                spoken: words.inWords(t('charts:assays.lineOf', { line: line.name, assay: assay.name }), line.counts),
              })),
            ])}
          />
        )
      }}
    </ChartCard>
  )
}
