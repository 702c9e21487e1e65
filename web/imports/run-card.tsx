import { IconArrowBackUp, IconFileImport, IconPlayerStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FileImport, ForeseenUndo, ImportPreview, ImportRun, ImportUndo } from '../../contract/imports/import.ts'
import { mayUndoImports } from '../../contract/permissions/can.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useHolder } from '../session/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Link } from '../routing/link.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import { countsOf } from './counts.ts'
import { foreseenUndoQuery, importRowsQuery, useCancel, useStart, useUndo } from './queries.ts'
import * as styles from './run-card.module.css'
import { StepCard } from './step-card.tsx'

/**
 * Records what is ready, shows how far that is, what it made, and undoes it. Nothing begins while chosen answers were not sent,
 * because a file that was imported is asked nothing any more.
 */
export function RunCard({ one, isUnanswered = false }: { one: FileImport; isUnanswered?: boolean }) {
  const t = useT()
  const { run, undo, state } = one
  if (run === null) {
    return (
      <StepCard number={4} title={t('importing:step.run')}>
        <p className={styles.about}>{t('importing:run.about')}</p>
        <Start one={one} isUnanswered={isUnanswered} />
      </StepCard>
    )
  }
  if (state === 'running') return <Running one={one} run={run} />
  /** Whoever asked for it may not undo imports any more. */
  const isUndoStopped = undo !== null && (state === 'done' || state === 'cancelled')
  const undoWords = state === 'undoing' ? 'importing:undo.begun' : 'importing:undo.undone'
  return (
    <StepCard title={t(undo === null || isUndoStopped ? 'importing:step.done' : undoWords)} isDone>
      {state === 'undoing' && (
        <>
          <p role="status" className={styles.about}>
            {t('importing:undo.undoing')}
          </p>
          <progress className={styles.bar} aria-label={t('importing:state.undoing')} />
        </>
      )}
      {undo === null ? <Made one={one} run={run} /> : <Undone id={one.id} undo={undo} />}
      {state === 'done' && <Later one={one} />}
      {undo !== null && isUndoStopped && <Alert tone="notice">{t('importing:undo.stopped')}</Alert>}
      {one.undoUntil !== null && state !== 'undoing' && <Undo one={one} run={run} until={one.undoUntil} />}
    </StepCard>
  )
}

function Start({ one, isUnanswered = false }: { one: FileImport; isUnanswered?: boolean }) {
  const t = useT()
  const why = useId()
  const start = useStart(one.id)
  const [isAsking, setAsking] = useState(false)
  const { preview, summary } = one
  const counts = summary === null ? undefined : countsOf(one, summary)
  // What was corrected after an import is not in the numbers of its preview.
  const ready = useQuery({ ...importRowsQuery(one, { outcome: 'right', perPage: '5' }), enabled: one.run !== null })
  const count = counts?.right ?? ready.data?.page.total ?? 0
  const wrong = counts?.wrong ?? 0
  if (count === 0) return one.run === null && <p className={styles.about}>{t('importing:run.nothing')}</p>
  const { made, matched } = preview?.people ?? { made: 0, matched: 0 }
  const groups = preview?.groups ?? []
  const tests = preview?.tests ?? summary?.tests ?? 0
  const first =
    tests === 0
      ? t('importing:run.textOnlyPeople', { made, matched })
      : t('importing:run.textPeople', { tests: t('importing:tests', { count: tests }), made, matched })
  const what = one.run === null ? first : t('importing:rows', { count })
  return (
    <div ref={handOnFocus}>
      <Button
        isPending={start.isPending}
        isInactive={isUnanswered}
        aria-describedby={isUnanswered ? why : undefined}
        onClick={() => setAsking(true)}
      >
        <IconFileImport size={18} aria-hidden />
        <span>{t('importing:run.submit', { count })}</span>
      </Button>
      {isUnanswered && (
        <p id={why} className={styles.about}>
          {t('importing:run.unanswered', { answers: t('importing:ask.submit') })}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('importing:run.title', { count })}
          text={[
            t('importing:run.text', { what }),
            ...(groups.length > 0 ? [t('importing:run.textGroups', { groups: namedGroups(groups, t) })] : []),
            ...(wrong > 0 ? [t('importing:run.textWrong', { count: wrong })] : []),
          ].join(' ')}
          stay={t('importing:run.stay')}
          leave={t('importing:run.submit', { count })}
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false)
            start.mutate()
          }}
        />
      )}
    </div>
  )
}

/** The most groups that are named before an import. */
const mostNamed = 8

/** The groups into which rows go, each with the number of its rows. */
function namedGroups(groups: NonNullable<ImportPreview['groups']>, t: ReturnType<typeof useT>): string {
  const named = groups
    .slice(0, mostNamed)
    .map(({ name, rows }) => t('importing:run.group', { name, rows: t('importing:rows', { count: rows }) }))
  const more = groups.length - named.length
  return [...named, ...(more > 0 ? [t('importing:run.moreGroups', { count: more })] : [])].join(', ')
}

/** The button disappears with the state it acted on. The focus then goes to the title of the page, below which the progress is. */
function handOnFocus(place: HTMLElement | null) {
  return () => {
    if (place?.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus()
  }
}

/** Offers rows that were corrected after the import, if there are any. */
function Later({ one }: { one: FileImport }) {
  const t = useT()
  const ready = useQuery(importRowsQuery(one, { outcome: 'right', perPage: '5' }))
  if ((ready.data?.page.total ?? 0) === 0) return null
  return (
    <div className={styles.later}>
      <p className={styles.about}>{t('importing:run.aboutDone')}</p>
      <Start one={one} />
    </div>
  )
}

function Running({ one, run }: { one: FileImport; run: ImportRun }) {
  const t = useT()
  const cancel = useCancel(one.id)
  return (
    <StepCard title={t('importing:step.run')}>
      <div className={styles.progress}>
        <p role="status">
          {t('importing:run.rows', {
            done: t('shell:number', { number: run.rows }),
            of: t('shell:number', { number: run.of }),
          })}
        </p>
        <progress
          className={styles.bar}
          aria-label={t('importing:run.progress')}
          value={run.rows}
          max={Math.max(1, run.of)}
        />
        <p className={styles.about}>{t('importing:run.running')}</p>
      </div>
      <div className={styles.action}>
        <Actions>
          <Action
            icon={IconPlayerStop}
            word={t('importing:run.stop')}
            isPending={cancel.isPending}
            onAct={() => cancel.mutate()}
            confirm={{
              kind: 'loss',
              title: t('importing:run.stopTitle'),
              text: t('importing:run.stopText'),
              stay: t('importing:run.stopStay'),
              leave: t('importing:run.stop'),
            }}
          />
        </Actions>
      </div>
    </StepCard>
  )
}

function Made({ one: { id, state, preview }, run }: { one: FileImport; run: ImportRun }) {
  const t = useT()
  const isOfTests = run.tests + run.known + (preview?.tests ?? 0) > 0
  const differences = preview?.differences ?? []
  const taken = differences.reduce((sum, one) => sum + one.taken, 0)
  const left = differences.reduce((sum, one) => sum + one.people - one.taken, 0)
  const number = (value: number) => t('shell:number', { number: value })
  return (
    <>
      {state !== 'undoing' && (
        <Alert tone={state === 'cancelled' ? 'notice' : 'success'}>
          {t(state === 'cancelled' ? 'importing:stopped.title' : 'importing:run.done')}
        </Alert>
      )}
      <Facts
        facts={[
          ...(isOfTests ? [{ label: t('importing:run.tests'), value: number(run.tests) }] : []),
          { label: t('importing:run.made'), value: number(run.people.made) },
          { label: t('importing:run.matched'), value: number(run.people.matched) },
          ...(run.endedAt !== null && taken > 0 ? [{ label: t('importing:run.taken'), value: number(taken) }] : []),
          ...(run.endedAt !== null && left > 0 ? [{ label: t('importing:run.left'), value: number(left) }] : []),
          ...(run.known > 0 ? [{ label: t('importing:run.known'), value: number(run.known) }] : []),
        ]}
      />
      {run.wrong > 0 && <p className={styles.about}>{t('importing:run.changed', { count: run.wrong })}</p>}
      <p className={styles.ways}>
        {run.tests > 0 && <Link {...paths.testRecords({ import: id })}>{t('importing:run.seeTests')}</Link>}
        <Link {...paths.subjects({ sort: '-added' })}>{t('importing:run.seePeople')}</Link>
      </p>
    </>
  )
}

function Undo({ one, run, until }: { one: FileImport; run: ImportRun; until: string }) {
  const t = useT()
  const dates = useDates()
  const holder = useHolder()
  const undo = useUndo(one.id)
  const mayUndo = mayUndoImports(holder)
  const foreseen = useQuery({ ...foreseenUndoQuery(one.id), enabled: mayUndo }).data?.data
  const general =
    run.tests === 0
      ? t('importing:undo.textPeople')
      : t('importing:undo.text', { tests: t('importing:tests', { count: run.tests }) })
  return (
    <div ref={handOnFocus} className={styles.undo}>
      <p className={styles.about}>{t('importing:undo.until', { date: dates.instant(until) })}</p>
      <div className={styles.action}>
        <Actions>
          <Action
            icon={IconArrowBackUp}
            word={t('importing:undo')}
            isPending={undo.isPending}
            obstacle={mayUndo ? undefined : t('importing:undo.mayNot')}
            onAct={() => undo.mutate()}
            confirm={{
              kind: 'loss',
              title: t('importing:undo.title'),
              text: foreseen === undefined ? general : foreseenWords(t, foreseen),
              stay: t('importing:undo.stay'),
              leave: t('importing:undo'),
            }}
          />
        </Actions>
      </div>
    </div>
  )
}

/** Says what undoing would do now: what goes, and what and who stays, and why. */
function foreseenWords(t: Translate, { tests, testsLeft, people, peopleLeft }: ForeseenUndo): string {
  const number = (count: number) => t('shell:number', { number: count })
  return [
    tests + testsLeft === 0
      ? t('importing:undo.goesPeople', { people: number(people) })
      : t('importing:undo.goes', { tests: number(tests), people: number(people) }),
    ...(testsLeft > 0 ? [t('importing:undo.testsStay', { tests: number(testsLeft) })] : []),
    ...peopleLeft.map(({ reason, count, named }) => {
      const names = named.map(({ name }) => name)
      const others = count - names.length
      const who = [...names, ...(others > 0 ? [t('importing:undo.more', { count: others })] : [])].join(', ')
      return t(`importing:undo.stays.${reason}`, { who })
    }),
    t('importing:undo.detailsBack'),
  ].join(' ')
}

function Undone({ id, undo }: { id: string; undo: ImportUndo }) {
  const t = useT()
  const facts = (['voided', 'erased', 'putBack', 'recordsLeft', 'peopleLeft', 'notPutBack'] as const)
    .map((fact) => ({ fact, number: undo[fact] ?? 0 }))
    .filter(({ fact, number }) => number > 0 || fact === 'voided' || fact === 'erased')
    .map(({ fact, number }) => ({ label: t(`importing:undo.${fact}`), value: t('shell:number', { number }) }))
  const { left = [] } = undo
  return (
    <>
      <Facts facts={facts} />
      {left.length > 0 && (
        <p className={styles.ways}>
          <span>{t('importing:undo.whoStayed')}</span>
          {left.map((person) => (
            <Link key={person.id} {...paths.subject(person.id)}>
              {person.name}
            </Link>
          ))}
        </p>
      )}
      {undo.voided + undo.recordsLeft > 0 && (
        <p className={styles.ways}>
          {/* A list shows voided tests only to those who ask for them. */}
          <Link {...paths.testRecords({ import: id, state: 'all' })}>{t('importing:run.seeTests')}</Link>
        </p>
      )}
    </>
  )
}
