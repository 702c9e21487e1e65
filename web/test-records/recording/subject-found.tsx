import { useQuery } from '@tanstack/react-query'
import { can } from '../../../contract/permissions/can.ts'
import { anonymizedId, type Subject } from '../../../contract/subjects/subject.ts'
import { useHolder } from '../../session/queries.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { lastTestQuery } from '../../subjects/queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { HeldBack } from '../../ui/held-back.tsx'
import { useT } from '../../ui/phrases.ts'
import { useLoneKeys } from '../../ui/use-lone-keys.ts'
import { ResultBadge } from '../../ui/result-badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { parseBirthDate } from '../../ui/typed-date.ts'
import { StepFrame } from './step-frame.tsx'
import type { SubjectStepProps } from './subject-step-props.ts'
import { SubjectIdentity } from './subject-identity.tsx'
import { Button } from '../../ui/button.tsx'
import { useStepForm } from './use-step-form.ts'
import * as identity from './subject-identity.module.css'

/**
 * The found subject, large enough to compare with a person or a document. If a different date of birth was typed, the
 * page says so, and going on confirms that the subject is right.
 */
export function SubjectFound({
  subject,
  draft,
  refused,
  change,
  onDone,
  onBack,
  quick,
}: SubjectStepProps & { subject: Subject }) {
  const t = useT()
  const dates = useDates()
  const { form, errors } = useStepForm()
  const canViewTests = can(useHolder(), 'view-tests')
  const typed = parseBirthDate(draft.typedSubject.dateOfBirth, dates.typing)
  const known = subject.dateOfBirth
  const isInConflict = typed !== undefined && known !== null && typed !== known
  const isAnonymized = subject.id === anonymizedId
  const quickly = !isInConflict && !isAnonymized ? quick : undefined
  const pending = useLoneKeys({
    whatOf: (key, at) =>
      /^[1-9]$/.test(key) && form.current?.parentElement?.contains(at) ? quickly?.results[Number(key) - 1] : undefined,
    act: (result) => quickly?.choose(result),
  })

  return (
    <StepFrame
      hasResult
      title={t('recording:subject.found')}
      form={form}
      errors={errors}
      error={refused}
      submit={t(isInConflict ? 'subjectSearch:conflict.confirm' : 'recording:continue')}
      onSubmit={() => !isAnonymized && onDone()}
      onBack={onBack}
      isRead={isInConflict && 'twice'}
    >
      {isInConflict && (
        <Alert tone="danger" title={t('subjectSearch:conflict.title')}>
          {t('subjectSearch:conflict.text', { typed: dates.day(typed), known: dates.day(known) })}
        </Alert>
      )}
      <SubjectIdentity
        subject={subject}
        lastTest={canViewTests && !isAnonymized && <LastTest subjectId={subject.id} />}
      />
      {quick !== undefined && !isInConflict && (
        <p className={identity.keys}>
          {t('recording:subject.quick', {
            results: quick.results.map((result, index) => `${index + 1} ${t(`results:${result}`)}`).join(', '),
          })}
        </p>
      )}
      {pending !== undefined && (
        <p data-pending>
          <ResultBadge result={pending} size="lg" />
        </p>
      )}
      <div>
        <Button variant="default" onClick={() => change({ subject: null, isNewSubject: false })}>
          {t('recording:subject.another')}
        </Button>
      </div>
    </StepFrame>
  )
}

/** The subject's last test, which helps to tell people apart. If it cannot be loaded, the test goes on without it. */
function LastTest({ subjectId }: { subjectId: string }) {
  const t = useT()
  const dates = useDates()
  const { data: last, isError } = useQuery(lastTestQuery(subjectId))
  if (isError) return null
  return (
    <div>
      <dt>{t('subjectSearch:lastTest')}</dt>
      <dd className={identity.lastTest}>
        {last === undefined && <Skeleton height={28} width="60%" />}
        {last === null && <span>{t('subjectSearch:neverTested')}</span>}
        {last && (
          <>
            <span>{dates.ago(last.performedAt) ?? dates.dayOf(last.performedAt, last.performedZone)}</span>
            <HeldBack isHeldBack={last.isHeldBack}>
              <ResultBadge result={last.result} size="lg" />
            </HeldBack>
          </>
        )}
      </dd>
    </div>
  )
}
