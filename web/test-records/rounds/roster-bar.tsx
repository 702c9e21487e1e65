import { IconFilter } from '@tabler/icons-react'
import type { RefObject } from 'react'
import type { RoundRow } from '../../../contract/rounds/round.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Coming } from '../../loading/waiting.tsx'
import { Button } from '../../ui/button.tsx'
import { useT } from '../../ui/phrases.ts'
import { PlainSelect } from '../../ui/plain-select.tsx'
import { usePageMark } from '../../ui/use-page-mark.ts'
import { CameraButton } from './camera-button.tsx'
import type { Take } from './told.ts'
import * as styles from './roster-bar.module.css'

const FindPerson = lazyPage(async () => (await import('./find-person.tsx')).FindPerson)

interface Props {
  groupId: string
  people: readonly RoundRow[]
  /** How many of them have an entry, and how many entries the server does not have. */
  entered: number
  waiting: number
  /** The unit whose people are shown; an empty text for all. */
  unit: string
  onUnit: (unit: string) => void
  onlyOpen: boolean
  onOnlyOpen: (onlyOpen: boolean) => void
  isScanning: boolean
  onScanning: (isScanning: boolean) => void
  take: Take
  onJump: (text: string) => Promise<boolean>
  onAdd: (subjectId: string) => void
  finish: RefObject<HTMLButtonElement | null>
  /** True while the check of the round is shown, whose own button stores it. */
  isFinishing: boolean
  onFinish: () => void
}

/**
 * What is always at hand in a round: who to go to, whom to see, how far it is, and its end. It stays at the top, and on a phone in the
 * place of the bar at the thumb.
 */
export function RosterBar(props: Props) {
  const { groupId, people, entered, waiting, unit, onlyOpen, take, finish } = props
  const t = useT()
  usePageMark('hasThumbBar')
  const units = [...new Set(people.flatMap((row) => row.unit ?? []))].toSorted()
  return (
    <div className={styles.bar}>
      <div className={styles.who}>
        <div className={styles.find}>
          <Coming>
            <FindPerson groupId={groupId} people={people} onJump={props.onJump} onAdd={props.onAdd} />
          </Coming>
        </div>
        <CameraButton isIcon isOpen={props.isScanning} onToggle={props.onScanning} take={take} />
        {units.length > 0 && (
          <div className={styles.unit}>
            <PlainSelect
              name="unit"
              aria-label={t('rounds:unit')}
              value={unit}
              onChange={(event) => props.onUnit(event.currentTarget.value)}
            >
              <option value="">{t('rounds:allUnits')}</option>
              {units.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </PlainSelect>
          </div>
        )}
      </div>
      <div className={styles.how}>
        <p className={styles.count} role="status">
          {[
            t('rounds:entered', { entered, people: people.length }),
            ...(waiting > 0 ? [t('rounds:waiting', { count: waiting })] : []),
          ].join(' · ')}
        </p>
        <Button
          variant="default"
          title={t('rounds:onlyOpen')}
          aria-pressed={onlyOpen}
          onClick={() => props.onOnlyOpen(!onlyOpen)}
        >
          <IconFilter size={20} aria-hidden />
          <span className={styles.word}>{t('rounds:onlyOpen')}</span>
        </Button>
        <Button
          ref={finish}
          variant={props.isFinishing ? 'default' : 'filled'}
          aria-label={t('rounds:finish')}
          onClick={props.onFinish}
        >
          {t('rounds:finish.short')}
        </Button>
      </div>
    </div>
  )
}
