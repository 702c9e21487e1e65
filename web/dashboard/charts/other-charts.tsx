import { Unhurried } from '../../ui/unhurried.tsx'
import type { Shown } from '../queries.ts'
import { AssaysChart } from './assays-chart.tsx'
import { HoursChart } from './hours-chart.tsx'
import { LotsChart } from './lots-chart.tsx'
import { PlacesChart } from './places-chart.tsx'
import * as styles from './charts.module.css'

/** The charts below the trend and the latest tests, in two columns if there is room. */
export function OtherCharts({ shown }: { shown: Shown }) {
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
