import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { PossibleDuplicate } from '../../contract/subjects/merging.ts'
import { fieldOfPart, personParts, type PersonPart } from '../../contract/subjects/person-parts.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { EditPanel, Loaded } from '../editing/edit-panel.tsx'
import { differencesOf, identityFields } from '../editing/identity-differences.ts'
import { focusDetail } from '../lists/detail-page.tsx'
import { besideWidth } from '../lists/row-link.tsx'
import { inPlace, paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { focusOnce } from '../ui/focus-once.ts'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { keptByDefault, namesOf } from './comparison.ts'
import * as styles from './merge-panel.module.css'
import { duplicatesQuery, useMerge } from './merge-queries.ts'
import { MergeTable, useFieldLabels } from './merge-table.tsx'
import { moveTyped, typedBefore } from './typed-before.ts'
import { fetchSubject } from './subject-queries.ts'
import { subjectQuery } from './queries.ts'
import { useDifferingWords, useOutcome } from './use-merge-outcome.ts'

/**
 * Two subjects side by side, in a panel over one of them: their differences, which one is kept, and the effect of
 * merging.
 */
export function MergePanel() {
  const t = useT()
  const { id, otherId } = useParams({ from: '/logged-in/subjects/$id/merge/$otherId' })
  const search = useSearch({ from: '/logged-in/subjects' })
  const [one, other] = [useQuery(subjectQuery(id)), useQuery(subjectQuery(otherId))]
  const duplicates = useQuery(duplicatesQuery(id))
  const found = duplicates.data?.data.find(({ subject }) => subject.id === otherId)
  const list = paths.subjects(search)
  return (
    <EditPanel
      isWide
      title={t('shell:page.compareSubjects')}
      intro={t(one.data?.data.kind === 'non-human' ? 'merging:introOther' : 'merging:intro')}
      below={paths.subject(id, search)}
      query={one}
      rows={8}
      list={list}
    >
      {(first) => (
        <Loaded query={other} rows={8} list={list}>
          {(second) =>
            duplicates.isPending ? (
              <RowSkeletons rows={8} label={t('shell:loading')} />
            ) : (
              <Comparison
                one={first}
                other={second}
                known={found?.obstacle ?? undefined}
                told={(found?.differs ?? []).filter(isOnlyTold)}
              />
            )
          }
        </Loaded>
      )}
    </EditPanel>
  )
}

/**
 * The reason why the two cannot be merged: known to the server in advance, returned on merging, or that both are the
 * same subject.
 */
type Obstacle = NonNullable<PossibleDuplicate['obstacle']> | 'same' | 'taken' | 'gone'

interface Pair {
  one: OpenedSubject
  other: OpenedSubject
}

interface ComparisonProps extends Pair {
  known: Obstacle | undefined
  /** What the two differ in of what only files have told of them. */
  told: readonly PersonPart[]
}

function Comparison({ one, other, known, told }: ComparisonProps) {
  const t = useT()
  const [keptId, setKeptId] = useState(() => keptByDefault(one, other).id)
  const [isAsking, setAsking] = useState(false)
  const { merge, refusal, apart, news } = useMerging({ one, other })
  const leave = useLeaving()
  const names = namesOf(one, other, t('lists:anonymized'))
  const isOneKept = keptId === one.id
  const [kept, merged] = isOneKept ? [one, other] : [other, one]
  const [to, from] = isOneKept ? names : [names[1], names[0]]
  const differing = useDifferingWords({ one, other, told: [...told, ...apart] })
  const outcome = useOutcome({ kept, merged, to, from })
  const obstacle = obstacleOf(one, other, refusal ?? known)
  const queries = useQueryClient()
  const [hasTyped] = useState(() => typedBefore(queries, one.id) !== undefined)

  return (
    <div className={styles.comparison}>
      {news !== undefined && (
        // The message about others' changes takes the focus after merging was tried, wherever the button was.
        <div key={news.version} ref={focusOnce} tabIndex={-1} className={styles.news}>
          <News changed={news.changed} names={names} />
        </div>
      )}
      {hasTyped && <Alert tone="notice">{t('merging:typedKept', { name: names[0] })}</Alert>}
      <MergeTable
        pair={[one, other]}
        names={names}
        keeping={obstacle === undefined ? { id: keptId, onChoose: setKeptId } : undefined}
      />
      {differing !== undefined && (
        // After the server has asked, the question takes the focus.
        <div ref={apart.length === 0 ? undefined : focusOnce} tabIndex={-1} className={styles.news}>
          <Alert tone="notice" title={t('merging:mayBeTwo')}>
            {t('merging:mayBeTwo.text', { fields: differing })}
          </Alert>
        </div>
      )}
      {obstacle === undefined ? (
        <>
          <section className={styles.outcome}>
            <h3>{t('merging:outcome')}</h3>
            <ul>
              {outcome.all.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
          <div>
            <Button isPending={merge.isPending} onClick={() => setAsking(true)}>
              {t('merging:submit')}
            </Button>
          </div>
        </>
      ) : (
        // After a refusal the pressed button has gone, so the notice takes the focus; an obstacle known in advance
        // leaves the focus where it is.
        <div ref={refusal === undefined ? undefined : focusOnce} tabIndex={-1} className={styles.news}>
          <Alert tone="notice" title={t('merging:obstacle.title')}>
            {t(`merging:obstacle.${obstacle}`)}
          </Alert>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('merging:confirm.title', { from, to })}
          text={[differing && t('merging:confirm.differs', { fields: differing }), outcome.short]
            .filter(Boolean)
            .join(' ')}
          stay={t('merging:confirm.stay')}
          leave={t(differing === undefined ? 'merging:confirm.leave' : 'merging:confirm.leaveOne')}
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false)
            merge.mutate(
              { kept, merged, isSamePerson: differing !== undefined },
              {
                onSuccess: () => {
                  if (hasTyped) moveTyped(queries, one.id, kept.id)
                  leave(kept.id, to, hasTyped)
                },
              },
            )
          }}
        />
      )}
    </div>
  )
}

/** Merges the two, and holds the server's refusal, what the server says tells them apart, and others' changes. */
function useMerging({ one, other }: Pair) {
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<Obstacle>()
  const [apart, setApart] = useState<readonly PersonPart[]>([])
  const [news, setNews] = useState<{ version: string; changed: readonly Changed[] }>()

  async function dealWith(failure: unknown): Promise<boolean> {
    if (!(failure instanceof ApiError)) return false
    switch (failure.code) {
      case 'stale-version':
        return await compareAnew()
      case 'may-be-two':
        setApart(personParts.filter((part) => fieldOfPart[part] in fieldErrors(failure)))
        return true
      case 'forbidden':
        setRefusal('beyond-scope')
        return true
      case 'not-possible':
        setRefusal('two-accounts')
        return true
      case 'duplicate':
        setRefusal('taken')
        return true
      case 'not-found':
      case 'validation':
        setRefusal('gone')
        return true
      default:
        return false
    }
  }

  /** Reloads both subjects, and shows what others have changed. */
  async function compareAnew(): Promise<boolean> {
    try {
      const stored = await Promise.all([fetchSubject(one.id), fetchSubject(other.id)])
      const changed = stored.map((now, index) => {
        queries.setQueryData(subjectQuery(now.id).queryKey, { data: now })
        const { different, onlyOne } = differencesOf(index === 0 ? one : other, now, identityFields(now.kind))
        return [...different, ...onlyOne]
      })
      setNews({ version: stored.map(({ version }) => version).join(' '), changed })
      return true
    } catch (failure) {
      return await dealWith(failure)
    }
  }

  return { merge: useMerge(dealWith), refusal, apart, news }
}

type Changed = ReturnType<typeof identityFields>

function News({ changed, names }: { changed: readonly Changed[]; names: readonly [string, string] }) {
  const t = useT()
  const labels = useFieldLabels()
  return (
    <Alert tone="notice" title={t('editing:news.title')}>
      {changed.every((fields) => fields.length === 0) && <p>{t('merging:news.other')}</p>}
      {changed.map(
        (fields, index) =>
          fields.length > 0 && (
            <p key={names[index]}>
              {t('merging:news.changed', {
                name: names[index] ?? '',
                fields: fields.map((field) => labels[field]).join(', '),
              })}
            </p>
          ),
      )}
      <p>{t('merging:news.text')}</p>
    </Alert>
  )
}

/** True for what no form has, so that the table does not show it. */
function isOnlyTold(part: PersonPart): boolean {
  return part === 'middleName' || part === 'suffix'
}

/**
 * Goes to the subject that was kept and focuses its title, because the focused element has gone; or to its form, where something that
 * was typed waits to be saved.
 */
function useLeaving() {
  const router = useRouter()
  const navigate = useNavigate()
  const search = useSearch({ from: '/logged-in/subjects' })
  const isBeside = useMediaQuery(besideWidth)
  return (id: string, name: string, hasTyped: boolean) => {
    if (hasTyped) {
      void navigate(inPlace(paths.editSubject(id, { ...search, crumb: name })))
      return
    }
    const stop = router.subscribe('onRendered', () => {
      stop()
      focusDetail()
    })
    const target = paths.subject(id, { ...search, crumb: name })
    void navigate(isBeside ? inPlace(target) : target)
  }
}

function obstacleOf(one: OpenedSubject, other: OpenedSubject, known: Obstacle | undefined): Obstacle | undefined {
  if (one.id === other.id) return 'same'
  if (known !== undefined) return known
  const areTwo = one.account !== null && other.account !== null && one.account.id !== other.account.id
  return areTwo ? 'two-accounts' : undefined
}
