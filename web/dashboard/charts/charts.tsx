import type { ReadingCounts } from '../../../contract/dashboard/counts.ts'
import type { TestRecordListItem } from '../../../contract/test-records/test-record.ts'
import { Unhurried } from '../../ui/unhurried.tsx'
import { LatestTests } from '../latest-tests.tsx'
import type { Shown } from '../queries.ts'
import { AssaysChart } from './assays-chart.tsx'
import { HoursChart } from './hours-chart.tsx'
import { LotsChart } from './lots-chart.tsx'
import { PlacesChart } from './places-chart.tsx'
import { ReadingChart } from './reading-chart.tsx'
import { ResultPatterns } from './result-fills.tsx'
import { TrendChart } from './trend-chart.tsx'
import { useLiveFigures } from './use-live-figures.ts'
import { WhatIsShown } from './what-is-shown.tsx'
import * as styles from './charts.module.css'

// The filters are also loaded after the figures, and so together with the charts.
export { Narrowing } from '../narrowing.tsx'
export { NoTests } from '../no-tests.tsx'

interface Props {
  shown: Shown
  read: ReadingCounts
  /** The counts of the previous range; null if there is none. */
  readBefore: ReadingCounts | null
  latest: readonly TestRecordListItem[]
}

/**
 * The parts of the dashboard that are drawn after its figures, by their position on the page. The `top` part shows
 * nothing on a screen: it holds the patterns of all charts, prints the filters on paper, and keeps the whole page up to
 * date.
 */
export function ChartsPart({ part, ...props }: Props & { part: 'top' | 'trend' | 'reading' | 'latest' | 'others' }) {
  switch (part) {
    case 'top':
      return <Top shown={props.shown} />
    case 'trend':
      return (
        <Unhurried height={420}>
          <TrendChart shown={props.shown} />
        </Unhurried>
      )
    case 'reading':
      return <ReadingChart shown={props.shown} readings={{ read: props.read, before: props.readBefore }} />
    case 'latest':
      return <LatestTests records={props.latest} />
    case 'others':
      return <Others shown={props.shown} />
  }
}

function Top({ shown }: { shown: Shown }) {
  useLiveFigures(shown)
  return (
    <>
      <ResultPatterns />
      <WhatIsShown shown={shown} />
    </>
  )
}

/** The other charts, in two columns if there is room. */
function Others({ shown }: { shown: Shown }) {
  return (
    <div className={styles.charts}>
      <div className={styles.column}>
        <Unhurried height={300}>
          <PlacesChart kind="organisations" shown={shown} />
        </Unhurried>
        <Unhurried height={300}>
          <AssaysChart shown={shown} />
        </Unhurried>
      </div>
      <div className={styles.column}>
        <Unhurried height={300}>
          <PlacesChart kind="groups" shown={shown} />
        </Unhurried>
        <Unhurried height={300}>
          <LotsChart shown={shown} />
        </Unhurried>
      </div>
      <div className={styles.wide}>
        <Unhurried height={330}>
          <HoursChart shown={shown} />
        </Unhurried>
      </div>
    </div>
  )
}
