import { useState } from 'react'
import type { OpenedRound } from '../../../contract/rounds/endpoints.ts'
import type { Round, RoundRow } from '../../../contract/rounds/round.ts'
import { results, type Result } from '../../../contract/rules/results.ts'
import { failureWords } from '../../api/failure-words.ts'
import { ApiError } from '../../api/api-error.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { holdPresses } from '../../ui/held-presses.ts'
import { useT } from '../../ui/phrases.ts'
import { ResultBadge } from '../../ui/result-badge.tsx'
import { usePageMark } from '../../ui/use-page-mark.ts'
import type { Unsent } from './outbox.ts'
import type { RowDraft } from './row-actions.ts'
import { linesIn, nameOf, resultOf, shortened } from './standing.ts'
import * as styles from './finish-round.module.css'

interface Props {
  round: Round
  people: readonly RoundRow[]
  unsent: Readonly<Record<string, Unsent>>
  /** What is chosen and not entered yet, by person. */
  drafts: Readonly<Record<string, RowDraft>>
  /** The ids of those whose photo is being uploaded. */
  photos: readonly unknown[]
  isAsking: boolean
  /** Called when the check is left. */
  onBack: () => void
  send: (revision: number) => Promise<OpenedRound>
  onDone: (reply: OpenedRound) => void
  /** Leads to a person, with their details open. */
  onShow: (row: RoundRow) => void
  /** Forgets what is chosen or typed for a person and not entered. */
  onDiscard: (rowId: string) => void
}

const words = { reason: 'rounds:reason', note: 'fields:note' } as const
const others = ['absent', 'refused', 'exempt'] as const
/** The results whose people are named, because somebody has to act on them. */
const named: readonly Result[] = ['positive', 'inconclusive', 'invalid']

/** Shows what a round would store, with the name of everybody with a result that asks for something, and stores it. */
export function FinishRound(props: Props) {
  const { round, people, unsent, drafts, photos, isAsking, onBack, send, onDone, onShow, onDiscard } = props
  const t = useT()
  const dates = useDates()
  usePageMark('hasThumbWays', isAsking)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const resultWords = (chosen: [string, Result][]) => {
    const lines = linesIn(
      round,
      chosen.map(([analyteId, result]) => ({ analyteId, result })),
    )
    return lines === '' ? chosen.map(([, result]) => t(`results:${result}`)) : [lines]
  }
  const tested = people.flatMap((row) => {
    const result = row.entry && resultOf(row.entry)
    return result ? [{ row, result }] : []
  })
  const count = (result: Result) => tested.filter((one) => one.result === result).length
  const countOther = (outcome: (typeof others)[number]) =>
    people.filter(({ entry }) => entry?.outcome === outcome).length
  /** What was chosen of some lines would be lost, and so would a photo and what was typed. */
  const begun = people.flatMap((row) => {
    const draft = row.testRecordId === null ? drafts[row.subjectId] : undefined
    const chosen = [
      ...(draft === undefined ? [] : resultWords(Object.entries(draft.results))),
      ...(draft?.image ? [t('fields:deviceImageId')] : []),
      ...(['reason', 'note'] as const).flatMap((name) => {
        const text = draft?.[name].trim() ?? ''
        return text === '' || text === row.entry?.[name] ? [] : [`${t(words[name])}: ${shortened(text)}`]
      }),
    ]
    return chosen.length > 0 ? [{ row, chosen }] : []
  })
  const open = people.filter((row) => row.entry === null && begun.every((one) => one.row !== row))
  /** Two people may have one name. */
  const withBirth = (row: RoundRow) => [nameOf(row), row.subject.dateOfBirth && dates.day(row.subject.dateOfBirth)]
  const wayTo = (row: RoundRow) => (
    <Button variant="default" onClick={() => onShow(row)}>
      {t('rounds:finish.goTo', { name: nameOf(row) })}
    </Button>
  )
  const toStore = tested.filter(({ row }) => row.testRecordId === null).length
  const isUnsent = Object.keys(unsent).length > 0

  async function finish() {
    setPending(true)
    setProblem(undefined)
    try {
      // What is on the screen is what is confirmed: nothing that was entered later is stored.
      onDone(await send(Math.max(round.revision, ...people.map(({ revision }) => revision))))
    } catch (error) {
      const isNews = error instanceof ApiError && error.code === 'stale-version'
      setProblem(
        isNews
          ? t('rounds:finish.news')
          : (failureWords(error, { failed: 'rounds:finish.failed', hasFields: false }) ?? t('rounds:finish.failed')),
      )
    } finally {
      setPending(false)
    }
  }

  if (!isAsking) return null
  return (
    <section ref={holdPresses} className={styles.finish} aria-labelledby="finish-round">
      <h2 id="finish-round" className={styles.title} tabIndex={-1} ref={beginAtHead}>
        {t('rounds:finish.title')}
      </h2>
      <ul className={styles.counts}>
        {results.map((result) => (
          <li key={result}>
            <ResultBadge result={result} />
            <span>{` ${count(result)}`}</span>
          </li>
        ))}
        {others.map((outcome) => (
          <li key={outcome}>{`${t(`rounds:outcome.${outcome}`)} ${countOther(outcome)}`}</li>
        ))}
        <li>{`${t('rounds:notTested')} ${open.length}`}</li>
      </ul>
      {named.map((result) => {
        const whose = tested.filter((one) => one.result === result)
        return whose.length === 0 ? null : (
          <div key={result}>
            <ResultBadge result={result} />
            <ul className={styles.named}>
              {whose.map(({ row }) => (
                <li key={row.subjectId}>
                  {[
                    ...withBirth(row),
                    row.unit,
                    row.room && t('rounds:room', { room: row.room }),
                    linesIn(round, row.entry?.analyteResults ?? []),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      {open.length > 0 && (
        <div>
          <p>{t('rounds:finish.open')}</p>
          <ul className={styles.named}>
            {open.map((row) => (
              <li key={row.subjectId}>{withBirth(row).filter(Boolean).join(' · ')}</li>
            ))}
          </ul>
        </div>
      )}
      {begun.length > 0 && (
        <Alert tone="danger" title={t('rounds:finish.begun')}>
          <ul className={styles.named}>
            {begun.map(({ row, chosen }) => (
              <li key={row.subjectId}>
                <span>{[...withBirth(row), ...chosen].filter(Boolean).join(' · ')}</span>
                <div className={styles.answers}>
                  {wayTo(row)}
                  <Button
                    variant="default"
                    onClick={() => {
                      onDiscard(row.subjectId)
                      document.getElementById('finish-round')?.focus()
                    }}
                  >
                    {t('rounds:finish.discard', { name: nameOf(row) })}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {photos.length > 0 && (
        <Alert tone="danger" title={t('recordingDetails:photo.wait')}>
          <ul className={styles.named}>
            {people
              .filter(({ subjectId }) => photos.includes(subjectId))
              .map((row) => (
                <li key={row.subjectId}>
                  <span>{withBirth(row).filter(Boolean).join(' · ')}</span>
                  <div className={styles.answers}>{wayTo(row)}</div>
                </li>
              ))}
          </ul>
        </Alert>
      )}
      {isUnsent && <Alert tone="danger">{t('rounds:finish.waiting')}</Alert>}
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <div className={styles.ways}>
        <Button
          variant="default"
          onClick={() => {
            setProblem(undefined)
            onBack()
          }}
        >
          {t('rounds:finish.back')}
        </Button>
        <Button
          isPending={isPending}
          isInactive={isUnsent || photos.length > 0 || begun.length > 0}
          onClick={() => void finish()}
        >
          {t('rounds:finish.store', { count: toStore })}
        </Button>
      </div>
    </section>
  )
}

/** A `ref` of the heading, which is then at the head of the screen: beneath it on a phone, names would be seen only after scrolling. */
function beginAtHead(heading: HTMLHeadingElement | null): void {
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView?.({ block: 'start' })
}
