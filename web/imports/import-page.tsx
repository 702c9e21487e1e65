import { IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import type { FileImport } from '../../contract/imports/import.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { lazyPage } from '../loading/lazy-page.ts'
import { Answer, Coming } from '../loading/waiting.tsx'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useCrumb } from '../routing/page-crumb.ts'
import { UnsavedGuard } from '../editing/unsaved-guard.tsx'
import { Alert } from '../ui/alert.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { hasNeededColumns } from './fields.ts'
import * as styles from './import-page.module.css'
import { importQuery, useCancel } from './queries.ts'
import { StateBadge } from './state-badge.tsx'
import { StepCard } from './step-card.tsx'
import { useTyped } from './typed.ts'

/** Loaded separately, because an import that has begun asks nothing any more, and one that is being read shows no rows. */
const QuestionsCard = lazyPage(async () => (await import('./before-import.ts')).QuestionsCard)
const Rows = lazyPage(async () => (await import('./rows.tsx')).Rows)
const FileCard = lazyPage(async () => (await import('./before-import.ts')).FileCard)
const RunCard = lazyPage(async () => (await import('./run-card.tsx')).RunCard)

/** One import from its file to its records: what the file is, what it leaves open, its rows, and what becomes of them. */
export function ImportPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/imports/$id' })
  const query = useQuery(importQuery(id))
  const one = query.data?.data
  useCrumb(one?.fileName)
  return (
    <Page
      title={one?.fileName ?? t('shell:page.import')}
      detail={one && <StateBadge state={one.state} />}
      isDetailBelow
      actions={one !== undefined && mayCancel(one) && <Cancel id={id} />}
    >
      <Answer
        query={query}
        waiting={<RowSkeletons rows={8} label={t('importing:one.loading')} />}
        failed={t('importing:one.failed')}
      >
        {({ data }) => <Steps key={data.id} one={data} />}
      </Answer>
    </Page>
  )
}

/** What was recorded is undone, and not cancelled. */
function mayCancel({ state, run }: FileImport): boolean {
  return run === null && ['waiting', 'reading', 'matching', 'read', 'refused'].includes(state)
}

function Steps({ one }: { one: FileImport }) {
  const t = useT()
  const dates = useDates()
  const typed = useTyped()
  const { head, summary, answers, state, run, problem, uploadedAt, uploadedBy, removedAt } = one
  /** Takes the focus when the answers above it have been sent, because the file is read below it. */
  const rowsHeading = useRef<HTMLHeadingElement>(null)
  const isBegun = run !== null
  /** Without these columns every row waits, and nothing else can be asked. */
  const needsColumns = head !== null && !hasNeededColumns(head) && !isBegun && state === 'read'
  const isRead = state === 'read' || state === 'done' || state === 'undone'
  return (
    <>
      <UnsavedGuard isUnsaved={typed.isUnsaved(one)} />
      <p className={styles.sent}>
        <span>
          {t('importing:sent', { date: dates.instant(uploadedAt), name: uploadedBy ?? t('lists:anonymized') })}
        </span>
        {state !== 'cancelled' && <span>{` ${t('importing:removed', { date: dates.dayOf(removedAt) })}`}</span>}
      </p>
      {problem !== null && (
        <div className={styles.outcome}>
          <Alert tone="danger" title={t('importing:refused.title')}>
            {problem.message}
          </Alert>
          <Link {...paths.newImport()} className={buttonClass()}>
            {t('importing:refused.again')}
          </Link>
        </div>
      )}
      {state === 'cancelled' && !isBegun && (
        <div className={styles.outcome}>
          <Alert tone="notice" title={t('importing:cancelled.title')}>
            {t('importing:cancelled.text')}
          </Alert>
          <Link {...paths.newImport()} className={buttonClass('default')}>
            {t('importing:refused.again')}
          </Link>
        </div>
      )}
      {isBegun && (
        <Coming fallback={<Skeleton height={160} />}>
          <RunCard one={one} />
        </Coming>
      )}
      {problem === null && state !== 'cancelled' && (
        <>
          {!isBegun && head !== null && (
            <Coming fallback={<Skeleton height={160} />}>
              <FileCard one={one} head={head} typed={typed.columns} next={rowsHeading} />
            </Coming>
          )}
          {!isBegun && !needsColumns && state === 'read' && summary !== null && answers !== null && (
            <Coming fallback={<Skeleton height={320} />}>
              <QuestionsCard one={one} summary={summary} answers={answers} typed={typed.answers} next={rowsHeading} />
            </Coming>
          )}
          {(isRead || !isBegun) && (
            // One heading in all states keeps the focus while the file is read again.
            <StepCard
              {...(!isBegun && !needsColumns && { number: head === null ? 1 : 3 })}
              title={t('importing:step.rows')}
              isDone={isRead && !needsColumns && one.preview?.wrong === 0}
              ref={rowsHeading}
            >
              {needsColumns ? (
                <p className={styles.reading}>{t('importing:rows.needColumns')}</p>
              ) : isRead && summary !== null ? (
                <Coming fallback={<RowSkeletons rows={5} label={t('importing:rows.loading')} />}>
                  <Rows one={one} summary={summary} typed={typed.cells} heading={rowsHeading} />
                </Coming>
              ) : (
                <Reading one={one} />
              )}
            </StepCard>
          )}
          {!isBegun && !needsColumns && state === 'read' && (
            <Coming fallback={<Skeleton height={160} />}>
              <RunCard one={one} isUnanswered={typed.answers.isChanged} />
            </Coming>
          )}
        </>
      )}
    </>
  )
}

function Reading({ one }: { one: FileImport }) {
  const t = useT()
  const isMatching = one.state === 'matching'
  return (
    <>
      <div role="status" className={styles.reading}>
        <p>{t(isMatching ? 'importing:matching' : 'importing:reading')}</p>
        {!isMatching && one.rowsRead > 0 && <p>{t('importing:rowsRead', { count: one.rowsRead })}</p>}
      </div>
      <progress className={styles.bar} aria-label={t('importing:state.reading')} />
    </>
  )
}

function Cancel({ id }: { id: string }) {
  const t = useT()
  const cancel = useCancel(id)
  return (
    <Actions>
      <Action
        icon={IconBan}
        word={t('importing:cancel')}
        isPending={cancel.isPending}
        onAct={() => cancel.mutate()}
        confirm={{
          kind: 'loss',
          title: t('importing:cancel.title'),
          text: t('importing:cancel.text'),
          stay: t('importing:cancel.stay'),
          leave: t('importing:cancel'),
        }}
      />
    </Actions>
  )
}
