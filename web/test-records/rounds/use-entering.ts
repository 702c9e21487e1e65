import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Result } from '../../../contract/rules/results.ts'
import { tooLongIn } from '../../../contract/phrases/message-of.ts'
import { enteredContent, type SentEntry } from '../../../contract/rounds/endpoints.ts'
import type { Outcome, Round, RoundRow, StandingEntry } from '../../../contract/rounds/round.ts'
import { presentTime } from '../../../contract/rules/present.ts'
import { unsentPrefix } from '../../api/open-work.ts'
import { inTab } from '../../browser.ts'
import { useUser } from '../../session/queries.ts'
import { t } from '../../ui/phrases.ts'
import { isSame } from '../../ui/same-value.ts'
import { showMessage } from '../../ui/snackbar-store.ts'
import { readStored, writeStored } from '../recording/draft-storage.ts'
import { allInvalid, restNegative } from '../recording/use-result-keys.ts'
import type { Unsent } from './outbox.ts'
import { photoOnItsWay, type RowDraft } from './row-actions.ts'
import { hasSameResult, nameOf, wordsOfLines } from './standing.ts'
import type { Standing } from '../running/clock.ts'

const nothing: RowDraft = { results: {}, other: null, image: null, note: '', reason: '' }

interface Settings {
  round: Round
  /** The people of the round, whatever the filters say. */
  people: readonly RoundRow[]
  phaseOf: (row: RoundRow) => Standing['phase'] | undefined
  unsent: Readonly<Record<string, Unsent>>
  put: (entry: SentEntry) => void
  /** Called when an entry is complete. */
  onEntered: (rowId: string) => void
  /** Called when an entry was taken back. */
  onCleared: (row: RoundRow, before: StandingEntry) => void
  /** Called when something is missing or too long that the details ask for in a field of this name. */
  onMissing: (rowId: string, field: string) => void
}

type Drafts = Record<string, RowDraft>

/** What is asked before an entry is lost that its user may not mean. */
export interface Asked {
  /** The person as the user saw them: what is entered since stays. */
  row: RoundRow
  /** What stands for them now. */
  before: StandingEntry
  /** What was pressed; null takes the entry back. */
  entry: SentEntry['entry']
  isOwn: boolean
  /** When that was entered, as ISO 8601. */
  enteredAt: string | null
  /** Does what was pressed. */
  act: () => void
}

/** What is chosen and not entered yet, kept in this tab by ids so that a reload loses none of it. */
function useDrafts(roundId: string) {
  const { id: userId } = useUser()
  const key = `${unsentPrefix}round-drafts:${roundId}:${userId}`
  const [drafts, setDrafts] = useState(() => readStored<Drafts>(inTab, key) ?? {})
  useEffect(() => {
    if (Object.keys(drafts).length === 0) inTab.removeItem(key)
    else writeStored(inTab, key, drafts)
  }, [drafts, key])
  return [drafts, setDrafts] as const
}

/**
 * Turns what is pressed for a person into an entry. It is complete with a result of each line, a photo where the kit wants
 * one, and a reason if it is read early or late.
 */
export function useEntering({ round, people, phaseOf, unsent, put, onEntered, onCleared, onMissing }: Settings) {
  const [drafts, setDrafts] = useDrafts(round.id)
  const [asked, setAsked] = useState<Asked>()
  const { id: userId } = useUser()
  const queries = useQueryClient()
  const rowOf = (rowId: string) => people.find(({ subjectId }) => subjectId === rowId)
  const { analytes, imageRequired, offeredResults } = round.assay

  function forget(rowId: string) {
    setDrafts(({ [rowId]: _, ...others }) => others)
  }

  function store(row: RoundRow, entry: SentEntry['entry']) {
    const own = unsent[row.subjectId]
    // What is under way was entered on top of what the user saw then.
    const base = own?.is === 'waiting' ? own.entry.base : row.revision
    put({ subjectId: row.subjectId, base, entry, at: presentTime().toISOString() })
    forget(row.subjectId)
  }

  /**
   * Enters something for a person, and then does what follows. The focus is on the next person after an entry, so that it is asked
   * first if the result of somebody else would be lost, or an entry before the user's own last one would be taken back.
   */
  function send(row: RoundRow, entry: SentEntry['entry'], done: () => void) {
    const [tooLong] = entry === null ? [] : Object.entries(tooLongIn(enteredContent, entry))
    if (tooLong !== undefined) {
      const [field, { values }] = tooLong
      showMessage(t('rules:tooLong', values), 'danger')
      return onMissing(row.subjectId, field)
    }
    const before = standing(row)
    const own = unsent[row.subjectId]
    const isUnsent = own?.is === 'waiting'
    const isOwn = isUnsent || row.enteredBy?.id === userId
    const act = () => {
      store(row, entry)
      done()
    }
    const isSettled = own === undefined || isUnsent
    if (before !== null && entry !== null && isSettled && isSame(before, { ...before, ...entry })) {
      const values = { name: nameOf(row), entry: wordsOfLines(round, before) }
      const by = isOwn ? undefined : row.enteredBy?.name
      showMessage(by === undefined ? t('rounds:same', values) : t('rounds:sameOfOther', { ...values, by }), 'notice')
      forget(row.subjectId)
      return done()
    }
    const isLost = before !== null && (entry === null || !hasSameResult(before, entry))
    if (!isLost || (isOwn && (entry !== null || isOwnLast(row)))) return act()
    const answered = () => {
      // The closed question gives the focus back, before what follows moves it on.
      flushSync(() => setAsked(undefined))
      act()
    }
    setAsked({ row, before, entry, isOwn, enteredAt: isUnsent ? own.entry.at : row.enteredAt, act: answered })
  }

  /** True if the user has entered nothing for anybody after what they entered for this person. */
  function isOwnLast(row: RoundRow): boolean {
    const timeOf = (one: RoundRow) => {
      const own = unsent[one.subjectId]
      if (own?.is === 'waiting') return own.entry.entry === null ? '' : own.entry.at
      return one.entry !== null && one.enteredBy?.id === userId ? (one.enteredAt ?? '') : ''
    }
    const time = timeOf(row)
    return people.every((one) => timeOf(one) <= time)
  }

  /** What stands for a person: what waits to be sent, or else what the server has. */
  function standing(row: RoundRow) {
    const own = unsent[row.subjectId]
    return own?.is === 'waiting' ? own.entry.entry : row.entry
  }

  /** Leaves what was pressed without an entry, and leads to what it waits for. */
  function leave(
    rowId: string,
    because: 'recordingDetails:photo.wait' | 'rounds:photoMissing' | 'rules:readingReason',
  ) {
    showMessage(t(because), 'danger')
    onMissing(rowId, because === 'rules:readingReason' ? 'reason' : 'deviceImageId')
  }

  function enter(row: RoundRow, draft: RowDraft) {
    const rowId = row.subjectId
    const before = standing(row)
    const reason = draft.reason.trim() === '' ? null : draft.reason
    const note = draft.note.trim() === '' ? (before?.note ?? null) : draft.note
    const isPhotoOnItsWay = queries.isMutating({ mutationKey: photoOnItsWay(rowId) }) > 0
    if (draft.other !== null) {
      if (isPhotoOnItsWay) return leave(rowId, 'recordingDetails:photo.wait')
      return send(row, { outcome: draft.other, reason, analyteResults: [], deviceImageId: null, note }, () =>
        onEntered(rowId),
      )
    }
    const known = Object.fromEntries((before?.analyteResults ?? []).map((one) => [one.analyteId, one.result]))
    const results =
      Object.keys(draft.results).length === analytes.length ? draft.results : { ...known, ...draft.results }
    const analyteResults = analytes.flatMap(({ id }) => {
      const result = results[id]
      return result === undefined ? [] : [{ analyteId: id, result }]
    })
    const deviceImageId = draft.image?.id ?? before?.deviceImageId ?? null
    const phase = phaseOf(row)
    const isUntimely = phase !== undefined && phase !== 'ready'
    const isReasonMissing = isUntimely && reason === null && (before?.reason ?? null) === null
    const missing =
      analyteResults.length < analytes.length
        ? undefined
        : imageRequired && deviceImageId === null
          ? 'rounds:photoMissing'
          : isReasonMissing
            ? 'rules:readingReason'
            : undefined
    // The result is not chosen either: it is pressed again once the photo is there.
    if (isPhotoOnItsWay && analyteResults.length === analytes.length) return leave(rowId, 'recordingDetails:photo.wait')
    setDrafts((all) => ({ ...all, [rowId]: draft }))
    if (missing !== undefined) return leave(rowId, missing)
    if (analyteResults.length < analytes.length) return
    const kept = isUntimely ? (reason ?? before?.reason ?? null) : null
    send(row, { outcome: 'tested', reason: kept, analyteResults, deviceImageId, note }, () => onEntered(rowId))
  }

  /** By what stands then, because it is called after more was entered. */
  const putBack = useRef((_rowId: string, _before: StandingEntry | null) => undefined as void)
  useEffect(() => {
    putBack.current = (rowId, before) => {
      const row = rowOf(rowId)
      if (row !== undefined && standing(row) !== before) store(row, before)
    }
  })

  const withRow = (rowId: string, act: (row: RoundRow, draft: RowDraft) => void) => {
    const row = rowOf(rowId)
    if (row !== undefined && row.testRecordId === null) act(row, drafts[rowId] ?? nothing)
  }

  return {
    drafts,
    standing,
    forget,
    choose: (rowId: string, analyteId: string, result: Result) =>
      withRow(rowId, (row, draft) =>
        enter(row, { ...draft, other: null, results: { ...draft.results, [analyteId]: result } }),
      ),
    /** Chooses a result by its place among those offered, for the next line that has none. */
    chooseByKey: (rowId: string, digit: number) =>
      withRow(rowId, (row, draft) => {
        const result = offeredResults[digit - 1]
        const line = analytes.find(({ id }) => draft.results[id] === undefined)
        if (result === undefined) return showMessage(t('rounds:noSuchDigit', { digit }), 'notice')
        if (line === undefined) return showMessage(t('rounds:linesEntered', { name: nameOf(row) }), 'notice')
        enter(row, { ...draft, other: null, results: { ...draft.results, [line.id]: result } })
      }),
    /** Enters the lines without a result as negative: a short cut must not undo an observation, so that none that stands is replaced. */
    restNegative: (rowId: string) =>
      withRow(rowId, (row, draft) => {
        const known = Object.fromEntries(
          (standing(row)?.analyteResults ?? []).map((one) => [one.analyteId, one.result]),
        )
        const before = { ...known, ...draft.results }
        if (Object.keys(draft.results).length === 0 && analytes.every(({ id }) => before[id] !== undefined)) {
          return showMessage(t('rounds:linesEntered', { name: nameOf(row) }), 'notice')
        }
        enter(row, { ...draft, other: null, results: restNegative(round.assay)(before) })
      }),
    /** Enters all lines as invalid, whatever was chosen before. */
    allInvalid: (rowId: string) =>
      withRow(rowId, (row, draft) =>
        enter(row, { ...draft, other: null, results: allInvalid(round.assay)(draft.results) }),
      ),
    enterOther: (rowId: string, other: Exclude<Outcome, 'tested'>) =>
      withRow(rowId, (row, draft) => enter(row, { ...draft, other, results: {}, reason: '' })),
    enterDraft: (rowId: string) =>
      withRow(rowId, (row, draft) => {
        const before = standing(row)
        const other = draft.other ?? (before !== null && before.outcome !== 'tested' ? before.outcome : null)
        if (before === null && other === null && Object.keys(draft.results).length === 0) {
          return showMessage(t('rounds:resultMissing'), 'danger')
        }
        enter(row, { ...draft, other })
      }),
    draft: (rowId: string, change: Partial<RowDraft>) =>
      setDrafts((all) => {
        const row = rowOf(rowId)
        const before = row && standing(row)
        const started = all[rowId] ?? { ...nothing, note: before?.note ?? '', reason: before?.reason ?? '' }
        return { ...all, [rowId]: { ...started, ...change } }
      }),
    /** Takes back what is chosen, or else what was entered. */
    clear: (rowId: string) =>
      withRow(rowId, (row, draft) => {
        if (Object.keys(draft.results).length > 0) return forget(rowId)
        const before = standing(row)
        if (before === null) return showMessage(t('rounds:nothingToTakeBack', { name: nameOf(row) }), 'notice')
        send(row, null, () => onCleared(row, before))
      }),
    asked,
    /** Leaves what stands as it is. */
    keep: () => {
      if (asked !== undefined) forget(asked.row.subjectId)
      setAsked(undefined)
    },
    /** Returns what makes a person's entry again what it is now, unless it is that. */
    remember: (row: RoundRow) => {
      const rowId = row.subjectId
      const draft = drafts[rowId]
      const before = standing(row)
      return () => {
        setAsked(undefined)
        setDrafts(({ [rowId]: _, ...others }) => (draft === undefined ? others : { ...others, [rowId]: draft }))
        putBack.current(rowId, before)
      }
    },
    replaceTheirs: (rowId: string) =>
      withRow(rowId, (row) => {
        const own = unsent[rowId]
        if (own !== undefined) {
          put({ ...own.entry, base: row.revision, at: presentTime().toISOString() })
        }
      }),
  }
}
