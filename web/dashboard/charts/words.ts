import { languageTag } from '../../../contract/locales.ts'
import { positivity, results, sumOfCounts, totalOf, type ResultCounts } from '../../../contract/rules/results.ts'
import type { TestRecordsSearch } from '../../paths.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { useLocale, useT } from '../../ui/phrases.ts'
import { useShare } from '../share.ts'
import { useDaysInWords } from '../use-days-in-words.ts'
import type { Cell } from '../../lists/table-of-figures.ts'

/** The texts of every chart's table and for screen readers. */
export function useChartWords() {
  const t = useT()
  const language = languageTag(useLocale())
  const dates = useDates()
  const share = useShare()
  const days = useDaysInWords()

  const number = (value: number) => t('shell:number', { number: value })
  const shareCell = (value: number | undefined): Cell =>
    value === undefined ? { text: '–', value: '' } : { text: share(value), value: Math.round(value * 10_000) / 10_000 }
  /** A figure that links to the tests that it counts. */
  const countCell = (count: number, list: TestRecordsSearch | undefined): Cell => ({
    text: number(count),
    value: count,
    ...(count > 0 && list !== undefined && { list }),
  })

  const resultCells = (
    counts: ResultCounts,
    list: TestRecordsSearch | undefined,
    byResult: (result: (typeof results)[number]) => TestRecordsSearch | undefined = (result) =>
      list && { ...list, result },
  ): Cell[] => [
    countCell(totalOf(counts), list),
    ...results.map((result) => countCell(counts[result], byResult(result))),
    shareCell(positivity(counts)?.share),
  ]

  return {
    t,
    language,
    dates,
    share,
    number,
    days,
    shareCell,
    countCell,
    /** The cells for tests, each result and positivity, in the order of `resultColumns`. */
    resultCells,
    resultColumns: [
      { title: t('charts:tests'), isNumber: true },
      ...results.map((result) => ({ title: t(`results:${result}`), isNumber: true })),
      { title: t('charts:positivity'), isNumber: true },
    ],
    /** The sums of all rows; `between` holds the cells of columns before the figures that have no sum. */
    sumCells: (
      all: readonly ResultCounts[],
      list: TestRecordsSearch | undefined,
      between: readonly Cell[] = [],
    ): Cell[] => [{ text: t('charts:all'), value: '' }, ...between, ...resultCells(sumOfCounts(all), list)],
    /** All counts of a bar in words, for screen readers. */
    inWords(name: string, counts: ResultCounts): string {
      const known = positivity(counts)
      return [
        t('charts:testsOf', { name, count: totalOf(counts) }),
        ...results
          .filter((result) => counts[result] > 0)
          .map((result) => t('charts:ofResult', { result: t(`results:${result}`), number: counts[result] })),
        ...(known ? [t('charts:positivityOf', { share: share(known.share), count: known.conclusive })] : []),
      ].join(', ')
    },
  }
}
