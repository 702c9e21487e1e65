import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { whyCannotRecord } from '../../../contract/permissions/can.ts'
import type { Round } from '../../../contract/rounds/round.ts'
import { FormLink } from '../../editing/form-panel.tsx'
import { usePlaceName } from '../../lists/place-name.ts'
import { Answer } from '../../loading/waiting.tsx'
import { paths } from '../../paths.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { useHolder } from '../../session/queries.ts'
import { Link } from '../../routing/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useT } from '../../ui/phrases.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { roundsQuery } from './queries.ts'
import { RoundStateBadge } from './round-state-badge.tsx'
import { useForKind } from './for-kind.ts'
import * as styles from './rounds-page.module.css'

/** The rounds at the user's places: those that go on, and then the others, the latest first. Its outlet holds the form that starts one. */
export function RoundsPage() {
  const t = useT()
  const forKind = useForKind()
  const rounds = useQuery({ ...roundsQuery(), staleTime: 0 })
  const mayStart = whyCannotRecord(useHolder()) === undefined
  return (
    <Page
      title={t('shell:page.rounds')}
      width="narrow"
      actions={
        // An empty list has the button where it says what it is for.
        mayStart && !rounds.isPending && rounds.data?.data.length !== 0 && <NewRound />
      }
    >
      <p className={styles.intro}>{t('rounds:intro')}</p>
      <Answer query={rounds} waiting={<RowSkeletons rows={4} label={t('shell:loading')} />}>
        {({ data }) =>
          data.length === 0 ? (
            <Notice
              title={t('rounds:none.title')}
              text={forKind('rounds:none.text')}
              picture={<IconListCheck size={40} stroke={1.5} aria-hidden />}
            >
              {mayStart && <NewRound />}
            </Notice>
          ) : (
            <ul className={styles.rounds} aria-label={t('shell:page.rounds')}>
              {data.toSorted(goingFirst).map((round) => (
                <li key={round.id}>
                  <RoundLine round={round} />
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
      <Outlet />
    </Page>
  )
}

/** Puts rounds that go on before those that are over; sorting leaves the others in their order. */
function goingFirst(one: Round, other: Round): number {
  const isOver = ({ state }: Round) => Number(state === 'finished' || state === 'cancelled')
  return isOver(one) - isOver(other)
}

function NewRound() {
  return <FormLink target={paths.newRound()} icon={IconPlus} word={useT()('shell:page.newRound')} />
}

function RoundLine({ round }: { round: Round }) {
  const t = useT()
  const dates = useDates()
  const placeName = usePlaceName()
  const { id, state, group, organisation, assay, startedAt, startedBy, zone, entered, people } = round
  return (
    <article className={styles.round}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <Link {...paths.round(id)}>{placeName({ ...group, organisation })}</Link>
        </h2>
        <RoundStateBadge state={state} />
      </div>
      <p className={styles.facts}>{[assay.name, t('rounds:entered', { entered, people })].join(' · ')}</p>
      <p className={styles.facts}>
        {t('rounds:started', { time: dates.instantIn(startedAt, zone), name: startedBy.name })}
      </p>
    </article>
  )
}
