import { IconDots } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { usePlaceName } from '../../lists/place-name.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Coming } from '../../loading/waiting.tsx'
import { useDates } from '../../preferences/use-dates.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Elements } from '../../ui/elements.ts'
import { Menu } from '../../ui/menu.tsx'
import { useT } from '../../ui/phrases.ts'
import { useForKind } from './for-kind.ts'
import type { ShownRound } from './queries.ts'
import type { Sort } from './standing.ts'
import { usePrinting } from './use-printing.tsx'
import * as styles from './round-head.module.css'

/** Loaded right after the page, because few open it. */
const RoundMenuItems = lazyPage(async () => (await import('./round-menu-items.tsx')).RoundMenuItems)

interface Props {
  shown: ShownRound
  sort: Sort
  onSort: (sort: Sort) => void
  /** False while something of this user has not been sent. */
  isQuiet: boolean
  onPause: () => void
  onCancel: () => void
  /** Starts the timers of a tray, where there is something on it. */
  tray: Elements
}

/** What is the same for everybody of a round, the keys, and a menu of what is done once in a round. */
export function RoundHead({ shown, sort, onSort, isQuiet, onPause, onCancel, tray }: Props) {
  const t = useT()
  const forKind = useForKind()
  const dates = useDates()
  const placeName = usePlaceName()
  const { print, isPrinting, paper } = usePrinting(shown)
  const [isCancelling, setCancelling] = useState(false)
  // The network may be gone when the menu is opened first.
  useEffect(() => void RoundMenuItems.preload().catch(() => undefined), [])
  const { data: round } = shown
  const { assay, group, organisation, specimen, lot, lotExpiry, location, startedAt, startedBy, zone } = round
  const place = placeName({ ...group, organisation })
  const facts = [
    // The group alone is the title of the page.
    place !== group.name && place,
    location,
    assay.name,
    specimen,
    lot && `${t('fields:lot')} ${[lot, lotExpiry && dates.day(lotExpiry)].filter(Boolean).join(', ')}`,
    t('rounds:started', { time: dates.instantIn(startedAt, zone), name: startedBy.name }),
  ]
  return (
    <div className={styles.head}>
      <div className={styles.text}>
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
        {round.state === 'open' && (
          <p className={styles.keys} title={forKind('rounds:keys')}>
            {forKind('rounds:keys')}
          </p>
        )}
      </div>
      {tray && <div className={styles.tray}>{tray}</div>}
      <Menu
        label={t('rounds:menu')}
        title={t('rounds:menu')}
        buttonClass={styles.menu}
        isInactive={isPrinting}
        button={<IconDots size={20} aria-hidden />}
      >
        <Coming>
          <RoundMenuItems
            round={round}
            sort={sort}
            isQuiet={isQuiet}
            onSort={onSort}
            onPrint={print}
            onPause={onPause}
            onCancel={() => setCancelling(true)}
          />
        </Coming>
      </Menu>
      {isCancelling && (
        <ConfirmDialog
          title={t('rounds:cancel.title')}
          text={t('rounds:cancel.text')}
          stay={t('rounds:cancel.stay')}
          leave={t('rounds:cancel')}
          kind="loss"
          onStay={() => setCancelling(false)}
          onLeave={() => {
            setCancelling(false)
            onCancel()
          }}
        />
      )}
      {paper}
    </div>
  )
}
