import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Round, RoundRow } from '../../../contract/rounds/round.ts'
import { inviteCodeIn } from '../../../contract/rules/invite-code.ts'
import { failureWords } from '../../api/failure-words.ts'
import { keysOfAll } from '../recording/use-result-keys.ts'
import { usePresent } from '../running/use-present.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Coming } from '../../loading/waiting.tsx'
import { useUser } from '../../session/queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useT } from '../../ui/phrases.ts'
import { showMessage } from '../../ui/snackbar-store.ts'
import { useForKind } from './for-kind.ts'
import { callsOf, useFollowedRound, type ShownRound } from './queries.ts'
import { RosterBar } from './roster-bar.tsx'
import { RoundHead } from './round-head.tsx'
import { RoundRowLine, RowDetails } from './round-row.tsx'
import { otherOutcomes, usePhotosOnTheirWay, useSteady } from './row-actions.ts'
import {
  meantBy,
  nameOf,
  namesakesIn,
  numbered,
  shortened,
  sorted,
  timeOfRow,
  wordsOfLines,
  type Sort,
} from './standing.ts'
import type { Told } from './told.ts'
import { useEntering } from './use-entering.ts'
import { useOutbox } from './use-outbox.ts'
import { useRoundKeys, type RowKey } from './use-round-keys.ts'
import { useScannedInvite } from './use-scanned-invite.ts'
import * as styles from './roster.module.css'

const RoundState = lazyPage(async () => (await import('./round-state.tsx')).RoundState)
const LosingEntry = lazyPage(async () => (await import('./losing-entry.tsx')).LosingEntry)
const UnsavedGuard = lazyPage(async () => (await import('../../editing/unsaved-guard.tsx')).UnsavedGuard)
const FinishRound = lazyPage(async () => (await import('./finish-round.tsx')).FinishRound)

/** How many people after the one who is being entered stay in sight. */
const peopleAhead = 2

/** The people of a round, with the keys and buttons that enter what became of each. */
export function Roster({ shown }: { shown: ShownRound }) {
  const t = useT()
  const forKind = useForKind()
  const { data: round } = shown
  const list = useRef<HTMLUListElement>(null)
  const finishButton = useRef<HTMLButtonElement>(null)
  const { isAnswered, show } = useFollowedRound(round.id)
  const outbox = useOutbox(round.id, ({ rows }) => show({ rows }))
  const isTimed = shown.rows.some(({ appliedAt }) => appliedAt !== null)
  const now = usePresent(shown, () => undefined, isTimed)
  const calls = callsOf(round.id)
  const { id: userId } = useUser()
  // The network may be gone when somebody's details are opened first, or something is asked.
  useEffect(() => {
    const parts = [RowDetails.preload(), LosingEntry.preload(), UnsavedGuard.preload()]
    void Promise.all(parts).catch(() => undefined)
  }, [])
  const [openId, setOpenId] = useState<string>()
  const [unit, setUnit] = useState('')
  const [onlyOpen, setOnlyOpen] = useState(false)
  /** True once this user finished or cancelled the round, whose button is gone then. */
  const [hasEnded, setEnded] = useState(false)
  /** True while the check before the end is shown. */
  const [isFinishing, setFinishing] = useState(false)
  const [isScanning, setScanning] = useState(false)
  const [sort, setSort] = useState<Sort>(round.timing === 'none' ? 'name' : 'ready')
  const isGoing = round.state === 'open' || round.state === 'paused'
  const people = shown.rows.filter((row) => !row.isRemoved)
  const rowOf = (rowId: string) => people.find(({ subjectId }) => subjectId === rowId)
  const phaseOf = (row: RoundRow) => timeOfRow(round, row, now)?.phase

  const entering = useEntering({
    round,
    people,
    phaseOf,
    unsent: outbox.unsent,
    put: outbox.put,
    onEntered: goOn,
    onCleared: (row, before) =>
      showMessage(t('rounds:takenBack', { name: nameOf(row), entry: wordsOfLines(round, before) }), 'notice'),
    onMissing: (rowId, field) => {
      flushSync(() => setOpenId(rowId))
      lineOf(rowId)?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
    },
  })
  const isOpenRow = (row: RoundRow) => entering.standing(row) === null
  const namesakes = namesakesIn(people)
  const photos = usePhotosOnTheirWay()
  const isSeen = (row: RoundRow) => (unit === '' || row.unit === unit) && (!onlyOpen || isOpenRow(row))
  // Whom a filter hides keeps the upload of a photo, to be cancelled or tried again once they are shown.
  const drawn = sorted(round, people, sort, now)
  const seen = drawn.filter(isSeen)

  function lineOf(rowId: string) {
    return list.current?.querySelector<HTMLElement>(`[data-row="${rowId}"]`)
  }

  /** Focuses a person, whose keys then are theirs. */
  function focus(rowId: string | undefined) {
    const row = rowId === undefined ? undefined : lineOf(rowId)
    // A menu of the person before would stay open.
    document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover()
    row?.querySelector<HTMLElement>('[data-name]')?.focus({ preventScroll: true })
    // Whoever comes next is seen as well, and above all every button of the person, not only the name.
    const at = seen.findIndex(({ subjectId }) => subjectId === rowId)
    const later = seen[Math.min(at + peopleAhead, seen.length - 1)]?.subjectId
    for (const line of [later === undefined ? undefined : lineOf(later), row])
      line?.scrollIntoView?.({ block: 'nearest' })
  }

  function move(rowId: string, by: 1 | -1) {
    const at = seen.findIndex(({ subjectId }) => subjectId === rowId)
    focus(seen[at + by]?.subjectId)
  }

  /** Leads to the next person without an entry, from the top again if need be, and says whom it passed over. */
  function goOn(rowId: string) {
    const at = seen.findIndex(({ subjectId }) => subjectId === rowId)
    const after = seen.slice(at + 1)
    const isOpen = (row: RoundRow) => row.subjectId !== rowId && isOpenRow(row)
    const next = after.find(isOpen) ?? seen.find(isOpen)
    if (next === undefined) {
      return showMessage(t(people.some(isOpen) ? 'rounds:shownEntered' : 'rounds:allEntered'), 'notice')
    }
    focus(next.subjectId)
    const isBelow = after.includes(next)
    const passed = after.slice(0, after.indexOf(next)).filter(({ enteredBy }) => enteredBy && enteredBy.id !== userId)
    const [first] = isBelow ? passed : []
    if (!isBelow) showMessage(t('rounds:backTo', { name: nameOf(next) }), 'notice')
    else if (first !== undefined) {
      showMessage(t('rounds:passedOver', { name: nameOf(first), count: passed.length }), 'notice')
    }
  }

  async function attempt(act: () => Promise<Parameters<typeof show>[0]>) {
    try {
      show(await act())
    } catch (error) {
      const words = failureWords(error, { failed: 'rounds:failed', hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    }
  }

  const act = (send: () => Promise<{ data: Round }>) => () =>
    void attempt(async () => ({ rows: [], data: (await send()).data }))
  const startTimers = (ids: string[]) => void attempt(() => calls.startTimers(ids))
  const actions = useSteady({
    choose: entering.choose,
    enterOther: entering.enterOther,
    restNegative: entering.restNegative,
    allInvalid: entering.allInvalid,
    clear: entering.clear,
    draft: entering.draft,
    enterDraft: entering.enterDraft,
    replaceTheirs: entering.replaceTheirs,
    keepTheirs: outbox.drop,
    applied: (rowId) => startTimers([rowId]),
    takeOut: (rowId) => void attempt(() => calls.changeRoster(rowId, false)),
    toggle: (rowId) => setOpenId((before) => (before === rowId ? undefined : rowId)),
  })

  /** Leads to a person of the round, and shows them whatever the filters say. Returns false if there is no such person. */
  function leadTo(found: RoundRow | undefined): boolean {
    if (found === undefined) return false
    flushSync(() => {
      // Behind its dialog nobody could be focused.
      setScanning(false)
      if (seen.includes(found)) return
      setUnit('')
      setOnlyOpen(false)
    })
    focus(found.subjectId)
    return true
  }

  const lookUpInvite = useScannedInvite(calls.findInvitee, (rowId) =>
    leadTo(people.find(({ subjectId }) => subjectId === rowId)),
  )

  /** Leads to who is meant by a text, or tells why not. */
  async function take(text: string, from: 'field' | 'scan' = 'field'): Promise<Told | undefined> {
    // A scan whose first keys were lost may be the beginning of somebody's name, or be a room.
    const inSight = from === 'scan' ? [] : meantBy(seen, text)
    const typed = inSight.length > 0 || from === 'scan' ? inSight : meantBy(people, text)
    // A digit would enter a result for the first of them.
    if (typed.length > 1) return { tone: 'danger', words: t('rounds:find.several', { count: typed.length }) }
    const found = from === 'scan' ? numbered(people, text) : typed[0]
    if (leadTo(found)) return undefined
    const code = inviteCodeIn(text)
    const nobody = from === 'scan' ? 'rounds:find.nobodyScanned' : 'rounds:find.nobody'
    const words = code === undefined ? forKind(nobody, { text: shortened(text) }) : await lookUpInvite(code)
    return words === undefined ? undefined : { tone: 'danger', words }
  }

  async function jump(text: string): Promise<boolean> {
    const told = await take(text)
    if (told !== undefined) showMessage(told.words, told.tone)
    return told === undefined
  }

  /** Leads to whom a scanner means. Nobody has the focus until they are found, so that no key is for the person before. */
  function jumpByScan(text: string) {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    void take(text, 'scan').then((told) => told !== undefined && showMessage(told.words, told.tone))
  }

  function startTimerOf(rowId: string) {
    if (untimed.includes(rowId)) return startTimers([rowId])
    const row = rowOf(rowId)
    if (row !== undefined) showMessage(t('rounds:timerRuns', { name: nameOf(row) }), 'notice')
  }

  /** Does what a key means for a person. Returns what undoes it. */
  function pressed({ key, rowId }: RowKey): (() => void) | undefined {
    if (round.state !== 'open') return undefined
    if (rowId === undefined) {
      showMessage(t('rounds:nobodyChosen'), 'notice')
      return undefined
    }
    const row = rowOf(rowId)
    const undo = row && entering.remember(row)
    if (key in otherOutcomes) entering.enterOther(rowId, otherOutcomes[key as keyof typeof otherOutcomes])
    else if (key === 't') startTimerOf(rowId)
    else if (isForAll(key, 'negative')) entering.restNegative(rowId)
    else if (isForAll(key, 'invalid')) entering.allInvalid(rowId)
    else entering.chooseByKey(rowId, Number(key))
    return undo
  }

  const { offeredResults } = round.assay
  const isSeveral = round.assay.analytes.length > 1
  const isForAll = (key: string, result: keyof typeof keysOfAll) =>
    isSeveral && key === keysOfAll[result] && offeredResults.includes(result)
  const { pending, onKeyDown } = useRoundKeys({
    list,
    isKey: (key) =>
      round.state === 'open' &&
      // Also a digit that no result has, which says so.
      (key in otherOutcomes || (key === 't' && round.timing === 'person') || /^[0-9]$/.test(key)),
    onKey: pressed,
    onScan: jumpByScan,
    onMove: move,
    onClear: (rowId) => round.state === 'open' && entering.clear(rowId),
    onArrive: isGoing ? () => focus((seen.find(isOpenRow) ?? seen[0])?.subjectId) : undefined,
  })

  const untimed = seen.filter((row) => row.appliedAt === null && isOpenRow(row)).map(({ subjectId }) => subjectId)
  const waiting = Object.values(outbox.unsent).filter((one) => one.is === 'waiting').length
  const why =
    failureWords(outbox.failure, { failed: 'rounds:offline.text', offline: 'rounds:offline.text', hasFields: false }) ??
    t('rounds:offline.text')
  return (
    <div className={styles.roster}>
      <RoundHead
        shown={shown}
        sort={sort}
        onSort={setSort}
        isQuiet={waiting === 0}
        tray={
          round.timing === 'tray' &&
          isGoing &&
          untimed.length > 0 && (
            <Button variant="default" onClick={() => startTimers(untimed)}>
              {t('rounds:startTray', { count: untimed.length })}
            </Button>
          )
        }
        onPause={act(calls.pause)}
        onCancel={() => {
          setEnded(true)
          act(calls.cancel)()
        }}
      />
      {round.state !== 'open' && (
        <Coming>
          <RoundState state={round.state} hasEnded={hasEnded} onResume={act(calls.resume)} />
        </Coming>
      )}
      {isGoing && (
        <RosterBar
          groupId={round.group.id}
          people={people}
          entered={people.filter((row) => !isOpenRow(row)).length}
          waiting={waiting}
          unit={unit}
          onUnit={setUnit}
          onlyOpen={onlyOpen}
          onOnlyOpen={setOnlyOpen}
          isScanning={isScanning}
          onScanning={setScanning}
          take={take}
          onJump={jump}
          onAdd={(subjectId) => void attempt(() => calls.changeRoster(subjectId, true))}
          finish={finishButton}
          isFinishing={isFinishing}
          onFinish={() => {
            flushSync(() => setFinishing(true))
            document.getElementById('finish-round')?.focus()
          }}
        />
      )}
      <div role="status">
        {isGoing && (!isAnswered || outbox.failure !== undefined) && (
          <Alert tone="notice" title={t('rounds:offline.title')}>
            {why}
          </Alert>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys are a short cut to the buttons inside */}
      <ul ref={list} className={styles.people} aria-label={forKind('rounds:people')} onKeyDown={onKeyDown}>
        {drawn.map((row) => {
          const time = isGoing ? timeOfRow(round, row, now) : undefined
          const { subjectId } = row
          return (
            <li key={subjectId} hidden={!isSeen(row)}>
              <RoundRowLine
                round={round}
                row={row}
                unsent={outbox.unsent[subjectId]}
                draft={entering.drafts[subjectId]}
                isNamesake={namesakes.has(subjectId)}
                pendingKey={pending?.rowId === subjectId ? pending.key : undefined}
                isOpen={openId === subjectId && isSeen(row)}
                phase={time?.phase}
                left={time?.left == null ? null : Math.ceil(time.left / 1000) * 1000}
                isLocked={round.state !== 'open'}
                actions={actions}
              />
            </li>
          )
        })}
      </ul>
      {entering.asked !== undefined && (
        <Coming>
          <LosingEntry round={round} asked={entering.asked} onKeep={entering.keep} />
        </Coming>
      )}
      {isGoing && (
        <Coming>
          <UnsavedGuard isUnsaved={photos.length > 0} text={t('rounds:photoLost')} />
          <FinishRound
            round={round}
            people={people}
            unsent={outbox.unsent}
            drafts={entering.drafts}
            photos={photos}
            isAsking={isFinishing}
            onBack={() => {
              setFinishing(false)
              finishButton.current?.focus()
            }}
            onDone={(reply) => {
              setEnded(true)
              setFinishing(false)
              show(reply)
            }}
            onShow={(row) => {
              flushSync(() => {
                setFinishing(false)
                setOpenId(row.subjectId)
              })
              leadTo(row)
            }}
            onDiscard={entering.forget}
            send={calls.finish}
          />
        </Coming>
      )}
    </div>
  )
}
