import type { AssayListItem } from '../../../contract/assays/assay.ts'
import { isLotExpired } from '../../../contract/test-records/new-test-record.ts'
import type { Elements } from '../../ui/elements.ts'
import { Link } from '../../routing/link.tsx'
import { parseTypedDate } from '../../ui/typed-date.ts'
import { overallResult } from '../../../contract/rules/results.ts'
import type { NewTestRecord } from '../../../contract/test-records/new-test-record.ts'
import { paths } from '../../paths.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Facts, type Fact } from '../../ui/facts.tsx'
import { useT } from '../../ui/phrases.ts'
import { ResultBadge } from '../../ui/result-badge.tsx'
import { checkDraft } from './draft-check.ts'
import type { Draft } from './draft.ts'
import { errorWords, type FieldWords } from './error-words.ts'
import { performedText } from './performed-text.ts'
import { StepFrame } from './step-frame.tsx'
import { RecentTest } from './recent-test.tsx'
import type { Step } from './steps.ts'
import { SubjectIdentity } from './subject-identity.tsx'
import { useStepForm } from './use-step-form.ts'
import { Button } from '../../ui/button.tsx'
import * as styles from './review-step.module.css'

interface Props {
  draft: Draft
  assay: AssayListItem
  isChosenAssay: boolean
  error: string | undefined
  isPending: boolean
  /** True if an earlier attempt with other contents used this draft's key. */
  isAlreadySaved: boolean
  canChangePlace: boolean
  /** Called with the message for each field to correct. */
  onRefused: (words: FieldWords) => void
  onSave: (body: NewTestRecord) => void
  onSaveAnother: (body: NewTestRecord) => void
  onBack: () => void
}

/** Shows the whole test once more before Save, the subject largest. */
export function ReviewStep(props: Props) {
  const { draft, assay, isChosenAssay, error, isPending, isAlreadySaved, canChangePlace } = props
  const { onRefused, onSave, onSaveAnother, onBack } = props
  const t = useT()
  const { form, errors } = useStepForm()
  const dates = useDates()
  const none = t('lists:notGiven')

  function check(onChecked: (body: NewTestRecord) => void) {
    const checked = checkDraft(draft, assay, { format: dates.typing })
    if (checked.ok) onChecked(checked.value)
    else onRefused(errorWords(checked.errors, t, dates.hint))
  }

  const results = assay.analytes.flatMap(({ id }) => draft.results[id] ?? [])
  const hasExpired = isLotExpired(
    parseTypedDate(draft.lotExpiry, dates.typing),
    parseTypedDate(draft.performedDate ?? '', dates.typing),
  )
  const rows: Fact[] = [
    ...(isChosenAssay ? [{ label: t('fields:assayId'), value: assay.name }] : []),
    ...(assay.analytes.length > 1
      ? [{ label: t('fields:result'), value: <ResultBadge result={overallResult(results)} size="lg" /> }]
      : []),
    ...assay.analytes.map(({ id, name }) => {
      const result = draft.results[id]
      return {
        label: assay.analytes.length === 1 ? t('fields:result') : name,
        value:
          result === undefined ? (
            none
          ) : (
            <ResultBadge result={result} size={assay.analytes.length === 1 ? 'lg' : 'md'} />
          ),
      }
    }),
    { label: t('recording:review.performed'), value: performedText(draft, dates) },
    { label: t('fields:specimen'), value: draft.specimen || none },
    { label: t('fields:lot'), value: draft.lot || none },
    ...(draft.lotExpiry === '' ? [] : [{ label: t('fields:lotExpiry'), value: draft.lotExpiry }]),
    ...(!hasExpired ? [] : [{ label: t('fields:expiredLotReason'), value: draft.expiredLotReason }]),
    { label: t('recording:review.photo'), value: draft.image === null ? none : t('recording:review.photoAdded') },
    { label: t('fields:location'), value: draft.location || none },
    ...(draft.coordinates === null
      ? []
      : [
          {
            label: t('fields:coordinates'),
            value: `${draft.coordinates.latitude}, ${draft.coordinates.longitude}`,
          },
        ]),
    ...(draft.note === '' ? [] : [{ label: t('fields:note'), value: draft.note }]),
  ]
  return (
    <StepFrame
      hasResult
      title={t('recording:review.title')}
      form={form}
      errors={errors}
      error={error}
      isPending={isPending}
      submit={t('recording:review.save')}
      onSubmit={() => check(onSave)}
      onBack={onBack}
      isRead
    >
      <RecentTest draft={draft} assay={assay} />
      {isAlreadySaved && (
        <Alert tone="danger">
          <p className={styles.text}>{t('recording:review.alreadySaved')}</p>
          <div className={styles.ways}>
            <Link {...paths.testRecords({ sort: '-recorded_at' })}>{t('recording:review.openList')}</Link>
            <Button variant="default" onClick={() => check(onSaveAnother)}>
              {t('recording:review.saveAnother')}
            </Button>
          </div>
        </Alert>
      )}
      <Part step="subject">{draft.subject !== null && <SubjectIdentity subject={draft.subject} />}</Part>
      <Part step="test">
        <div className={styles.card}>
          <Facts facts={rows} />
        </div>
      </Part>
      <Part step="place" isFixed={!canChangePlace}>
        <div className={styles.card}>
          <Facts
            facts={[
              { label: t('fields:organisationId'), value: draft.organisation?.name ?? none },
              { label: t('fields:groupId'), value: draft.group?.name ?? none },
            ]}
          />
        </div>
      </Part>
    </StepFrame>
  )
}

function Part({ step, isFixed = false, children }: { step: Step; isFixed?: boolean; children: Elements }) {
  const t = useT()
  return (
    <section>
      <header className={styles.head}>
        <h3>{t(`recording:step.${step}`)}</h3>
        {!isFixed && (
          <Link
            to="/create-test"
            search={{ step }}
            aria-label={t('recording:review.editOf', { step: t(`recording:step.${step}`) })}
          >
            {t('recording:review.edit')}
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}
