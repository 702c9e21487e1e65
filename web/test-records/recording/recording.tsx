import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import type { User } from '../../../contract/own-account/user.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import type { TestRun } from '../../../contract/test-runs/test-run.ts'
import { lazyPage } from '../../loading/lazy-page.ts'
import { Link } from '../../routing/link.tsx'
import { showMessage } from '../../ui/snackbar-store.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { HeldBackPage } from '../../ui/held-back.tsx'
import { alsoSay, useT } from '../../ui/phrases.ts'
import { typedDate } from '../../ui/typed-date.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { Coming } from '../../loading/waiting.tsx'
import { hasEntries, withAssay, withImage, withPlace, type Draft, type Named } from './draft.ts'
import { isInRound, loadLastAssay, loadLastLot, loadLastPlace } from './last-used.ts'
import { KeepingNote } from './keeping-note.tsx'
import { loadReader } from './use-kit-code.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { offeredAssays } from './offered-assays.ts'
import { defaultPlace, isOnlyPlace, isOpenPlace, placeOf, type Places } from './places.ts'
import { ScanBeforehand } from './scan-beforehand.tsx'
import type { NextSubject } from './saved-test.tsx'
import { reachableStep, stepAfter, steps, type Step } from './steps.ts'
import { useDraft } from './use-draft.ts'
import { useGroupName } from './use-group-name.ts'
import { useOfferedAlgorithms } from './use-offered-algorithms.ts'
import { useSaving } from './use-saving.ts'
import * as styles from './recording.module.css'

/** The steps are loaded after the page and before they are reached, because the network may be gone by then. */
export const PlaceStep = lazyPage(async () => (await import('./place-step.tsx')).PlaceStep)
export const SubjectStep = lazyPage(async () => {
  const [part] = await Promise.all([import('./subject-step.tsx'), alsoSay('subjectSearch', 'personParts')])
  return part.SubjectStep
})
const TestStep = lazyPage(async () => {
  const [part] = await Promise.all([import('./test-step.tsx'), alsoSay('recordingDetails')])
  return part.TestStep
})
/** Loaded separately, because only devices with several lines need it. */
const SeveralAnalytes = lazyPage(async () => (await import('./several-analytes.tsx')).SeveralAnalytes)
const NothingOffered = lazyPage(async () => (await import('./nothing-offered.tsx')).NothingOffered)
/** Loaded separately, because only tenants with algorithms need it. */
const AlgorithmPart = lazyPage(async () => {
  const [part] = await Promise.all([import('./algorithm-part.tsx'), alsoSay('testingAlgorithms')])
  return part.AlgorithmPart
})
const ReviewStep = lazyPage(async () => (await import('./review-step.tsx')).ReviewStep)
const StartedRun = lazyPage(async () => (await import('../running/started-run.tsx')).StartedRun)
const SavedTest = lazyPage(async () => (await import('./saved-test.tsx')).SavedTest)

interface Props {
  user: User
  places: Places
  /** The offered assays, sorted by name. */
  assays: readonly AssayListItem[]
  /** The draft that the server keeps from an earlier session. */
  kept: Draft | undefined
}

/** The steps of recording a test. The address holds the current step, and the draft holds the entered data. */
export function Recording({ user, places, assays, kept }: Props) {
  const t = useT()
  const groupName = useGroupName()
  const { typing } = useDates()
  const navigate = useNavigate()
  const { step: wanted, group: made } = useSearch({ from: '/logged-in/create-test' })
  /** True if the next subject was already typed and should be looked up at once. */
  const search = useRef(false)
  const { draft: stored, keeping, keeper, change, restart, discard } = useDraft({ userId: user.id, kept })
  const [saved, setSaved] = useState<TestRecord>()
  /** A code that was scanned after the test was saved, for the next test. */
  const [scanned, setScanned] = useState<string>()
  const [started, setStarted] = useState<TestRun>()
  const isDone = saved !== undefined || started !== undefined
  const isFixedPlace = isOnlyPlace(places)
  const initial = defaultPlace(places, loadLastPlace(user.id))
  const isKnownPlace = isFixedPlace || (initial.group !== null && isInRound(user.id, initial.group.id))
  /** True if the user was moved or the group was closed while this was being recorded. */
  const isPlaceGone = stored.group !== null && !isOpenPlace(places, stored.group)
  const here =
    (stored.group === null && isKnownPlace) || isPlaceGone
      ? placed(stored, initial.organisation, isPlaceGone && !isFixedPlace ? null : initial.group)
      : stored
  const offered = offeredAt(here.organisation, here.group)
  const isAssayGone = here.group !== null && here.assayId !== null && offered.every(({ id }) => id !== here.assayId)
  // Lines of two assays may have one id, and the result and the lot of the one must not become those of the other.
  const draft = isAssayGone ? used(here, offered[0]?.id ?? null) : here
  const assay = offered.find(({ id }) => id === draft.assayId) ?? offered[0]
  const reached = reachableStep(wanted, draft, assay)
  // Without a choice of place, a change of place is fixed by looking up the subject again.
  const step = isFixedPlace && reached === 'place' && draft.group !== null ? 'subject' : reached
  /** True for a step of a set of tests without an outcome. */
  const isStep =
    saved === undefined ? draft.testSetId !== null : saved.testSet !== undefined && saved.testSet.state !== 'ended'
  const saving = useSaving({ user, assay, onRefused, onSaved })
  const algorithms = useOfferedAlgorithms()
  const ofAssay = algorithms.data?.data.filter(({ firstAssay }) => firstAssay.id === assay?.id) ?? []
  const hasAlgorithmPart = draft.testSetId !== null || ofAssay.length > 0

  // The address must name the shown step, or a later step in it would be jumped to once this one is complete.
  useEffect(() => {
    if (wanted === undefined || wanted === step || isDone) return
    void navigate({ to: '/create-test', search: { step }, replace: true })
  }, [wanted, step, isDone, navigate])

  const hasSeveralLines = assays.some(({ analytes }) => analytes.length > 1)

  useEffect(() => {
    void SubjectStep.preload()
    void TestStep.preload()
    void ReviewStep.preload()
    void SavedTest.preload()
    void loadReader().catch(() => undefined)
    if (hasSeveralLines) void SeveralAnalytes.preload()
  }, [hasSeveralLines])

  useEffect(() => {
    if (hasAlgorithmPart) void AlgorithmPart.preload()
  }, [hasAlgorithmPart])

  /** Clears choices that are no longer possible, and keeps everything else as it was entered. */
  function onRefused(at: Step, fields: readonly string[]) {
    if (fields.includes('subjectId')) change((before) => ({ ...before, subject: null, isNewSubject: false }))
    go(at)
  }

  function onSaved(record: TestRecord) {
    void keeper.stop()
    showMessage(t('recording:saved.created', { testId: record.testId }))
    setSaved(record)
  }

  function onStarted(run: TestRun) {
    void keeper.stop()
    setStarted(run)
  }

  function go(next: Step, replace = false) {
    // Each step saves the draft, because the session may end during the next one.
    void keeper.now()
    void navigate({ to: '/create-test', search: { step: next }, replace })
  }

  function offeredAt(organisation: Named | null, group: Named | null) {
    return offeredAssays(assays, organisation, group === null ? undefined : loadLastAssay(user.id, group.id))
  }

  /**
   * Sets the place, and with it the assay that was last used there, unless one was chosen that is offered there too.
   */
  function placed(before: Draft, organisation: Named | null, group: Named | null): Draft {
    const next = withPlace(before, organisation, group)
    const offered = offeredAt(organisation, group)
    const chosen = offered.find(({ id }) => id === next.assayId) ?? offered[0]
    return used(next, chosen?.id ?? null)
  }

  /** Offers the lot of the last test with this assay at this place, unless a lot was already typed. */
  function used(before: Draft, assayId: string | null): Draft {
    const { group } = before
    const last = group && assayId !== null ? loadLastLot(user.id, group.id, assayId) : undefined
    const lot = { lot: last?.lot ?? '', lotExpiry: last ? typedDate(last.lotExpiry, typing) : '' }
    return withAssay(before, assayId, lot)
  }

  function another(typed: NextSubject) {
    const { organisation, group, assayId, specimen, lot, lotExpiry } = draft
    saving.reset()
    setSaved(undefined)
    setStarted(undefined)
    restart({ organisation, group, assayId, specimen, lot, lotExpiry })
    change((before) => ({ ...before, typedSubject: { ...before.typedSubject, ...typed } }))
    search.current = Object.values(typed).some((text) => text !== '')
    go('subject', true)
  }

  const changedPlace = isPlaceGone ? t('recording:changed.place', { group: groupName(stored) }) : undefined

  /** Changes the shown draft, including a place that was chosen automatically. */
  const changeDraft = (update: Partial<Draft>) => {
    saving.reset()
    // The set of one person is not that of another.
    const isOther = update.subject !== undefined && update.subject?.id !== draft.subject?.id
    return change({ ...draft, assayId: assay?.id ?? null, ...(isOther && { testSetId: null }), ...update })
  }

  /** Adds the photo that was chosen for this test as it is by then: uploading it may take longer than the step, or than the test. */
  function addImage(image: Draft['image']) {
    change((before) =>
      before.idempotencyKey === draft.idempotencyKey ? withImage(before, image, assay?.id ?? null) : before,
    )
  }

  return (
    <div className={styles.layout}>
      {isStep && <HeldBackPage name={saved?.testId} />}
      <LeaveGuard userId={user.id} isActive={!isDone && hasEntries(draft)} keep={keeper.now} discard={discard} />
      {!isDone && (
        <div className={styles.steps}>
          <Stepper
            label={t('recording:steps')}
            position={t('recording:position', {
              step: steps.indexOf(step) + 1,
              steps: steps.length,
              title: t(`recording:step.${step}`),
            })}
            items={steps.map((key) => ({
              key,
              title: t(`recording:step.${key}`),
              summary: summaryOf(key, draft),
              state: key === step ? 'current' : steps.indexOf(key) < steps.indexOf(step) ? 'done' : 'coming',
              ...(steps.indexOf(key) < steps.indexOf(step) &&
                !(key === 'place' && isFixedPlace) && {
                  link: (children, className) => (
                    <Link to="/create-test" search={{ step: key }} className={className}>
                      {children}
                    </Link>
                  ),
                }),
            }))}
          />
          <KeepingNote keeping={keeping} />
        </div>
      )}
      <div className={styles.column}>
        {(step !== 'test' || isDone) && (
          <ScanBeforehand
            key={isDone ? 'done' : 'open'}
            context={isDone || assay === undefined ? undefined : { draft, assay, offered, known: assays, typing }}
            isSaved={isDone}
            scanned={scanned}
            keep={setScanned}
            change={changeDraft}
          />
        )}
        <Coming fallback={<RowSkeletons rows={4} label={t('recording:loading')} />}>
          {saved ? (
            <SavedTest record={saved} onAnother={another} />
          ) : started ? (
            <StartedRun run={started} onAnother={() => another({})} />
          ) : (
            current()
          )}
        </Coming>
      </div>
    </div>
  )

  function current() {
    const onDone = () => go(stepAfter(step))
    const nothingOffered = <NothingOffered onBack={isFixedPlace ? undefined : () => go('place')} />
    switch (step) {
      case 'place':
        return (
          <PlaceStep
            places={places}
            initial={placeOf(places, made) ?? (draft.organisation === null ? initial : draft)}
            refused={changedPlace ?? saving.refusedOf('place')}
            onDone={({ organisation, group }) => {
              change((before) => placed(before, organisation, group))
              onDone()
            }}
          />
        )
      case 'subject':
        return (
          <SubjectStep
            draft={draft}
            refused={changedPlace ?? (saving.refusedOf('subject') || saving.refusedOf('place'))}
            change={changeDraft}
            onDone={onDone}
            onRefused={(error) => saving.refuseBy(error, draft)}
            onBack={isFixedPlace ? undefined : () => go('place')}
            quick={quick()}
            takeSearch={() => {
              const isDue = search.current
              search.current = false
              return isDue
            }}
          />
        )
      case 'test':
        if (assay === undefined) return nothingOffered
        // Drawn once it is known, because the results must not move under a finger. A step of a set is known already.
        if (draft.testSetId === null && algorithms.isPending && algorithms.fetchStatus === 'fetching') {
          return <RowSkeletons rows={4} label={t('recording:loading')} />
        }
        return (
          <TestStep
            algorithm={
              hasAlgorithmPart && (
                <AlgorithmPart draft={draft} assay={assay} algorithms={ofAssay} change={changeDraft} />
              )
            }
            draft={draft}
            assay={assay}
            offered={offered}
            known={assays}
            onAssay={(assayId) => changeDraft(used(draft, assayId))}
            Several={SeveralAnalytes}
            change={changeDraft}
            onImage={addImage}
            refused={saving.refused}
            onDone={onDone}
            onBack={() => go('subject')}
            onStarted={onStarted}
            onRefused={(error) => saving.refuseBy(error, draft)}
          />
        )
      case 'review':
        if (assay === undefined) return nothingOffered
        return (
          <ReviewStep
            draft={draft}
            assay={assay}
            isChosenAssay={offered.length > 1}
            error={saving.error}
            isPending={saving.isPending}
            isAlreadySaved={saving.isAlreadySaved}
            canChangePlace={!isFixedPlace}
            onRefused={saving.refuse}
            onSave={(body) => saving.save(draft, body)}
            onSaveAnother={(body) => saving.save(change(saving.underNewKey(draft)), body)}
            onBack={() => go('test')}
          />
        )
    }
  }

  /** For a single line, digits choose its result. */
  function quick() {
    const [line, another] = assay?.analytes ?? []
    if (assay === undefined || line === undefined || another !== undefined || assay.requiresTimer) return undefined
    return {
      results: assay.offeredResults,
      choose: (result: Result) => {
        const { results } = draft
        changeDraft({ results: { [line.id]: result } })
        go('test')
        return () => void change((now) => ({ ...now, results }))
      },
    }
  }

  function summaryOf(key: Step, { group, subject }: Draft): string | undefined {
    if (key === 'place') return group?.name
    return key === 'subject' && subject !== null ? subjectName(subject) : undefined
  }
}
