import { IconBan, IconCheck, IconPlayerPause, IconPrinter } from '@tabler/icons-react'
import { useId } from 'react'
import type { Round, RoundSheet } from '../../../contract/rounds/round.ts'
import { useT } from '../../ui/phrases.ts'
import { useForKind } from './for-kind.ts'
import type { Sort } from './standing.ts'
import * as styles from './round-menu-items.module.css'

interface Props {
  round: Round
  sort: Sort
  isQuiet: boolean
  onSort: (sort: Sort) => void
  onPrint: (kind: RoundSheet) => void
  onPause: () => void
  onCancel: () => void
}

/** What is done once in a round or seldom: the order of its people, paper, a pause, and its end without records. */
export function RoundMenuItems({ round, sort, isQuiet, onSort, onPrint, onPause, onCancel }: Props) {
  const t = useT()
  const forKind = useForKind()
  const whyId = useId()
  const isGoing = round.state === 'open' || round.state === 'paused'
  const kinds: readonly RoundSheet[] = isGoing ? ['empty', 'results'] : ['results']
  const sorts: readonly Sort[] = round.timing === 'none' ? ['name', 'room'] : ['ready', 'name', 'room']
  const item = { type: 'button', role: 'menuitem', tabIndex: -1 } as const
  return (
    <>
      {isGoing && (
        <div role="group" aria-label={t('rounds:sort')}>
          <p className={styles.heading} role="presentation">
            {t('rounds:sort')}
          </p>
          {sorts.map((one) => (
            <button key={one} {...item} role="menuitemradio" aria-checked={one === sort} onClick={() => onSort(one)}>
              <IconCheck size={18} aria-hidden />
              <span>{forKind(`rounds:sort.${one}`)}</span>
            </button>
          ))}
        </div>
      )}
      {kinds.map((kind) => (
        <button key={kind} {...item} onClick={() => onPrint(kind)}>
          <IconPrinter size={18} aria-hidden />
          <span>{t(`rounds:print.${kind}`)}</span>
        </button>
      ))}
      {round.state === 'open' && (
        <button {...item} onClick={onPause}>
          <IconPlayerPause size={18} aria-hidden />
          <span>{t('rounds:pause')}</span>
        </button>
      )}
      {isGoing && (
        <button
          {...item}
          aria-disabled={!isQuiet || undefined}
          aria-describedby={isQuiet ? undefined : whyId}
          onClick={(event) => {
            if (isQuiet) onCancel()
            else event.stopPropagation()
          }}
        >
          <IconBan size={18} aria-hidden />
          <span>
            <span className={styles.loss}>{t('rounds:cancel')}</span>
            {!isQuiet && (
              <span id={whyId} className={styles.why}>
                {t('rounds:finish.waiting')}
              </span>
            )}
          </span>
        </button>
      )}
    </>
  )
}
