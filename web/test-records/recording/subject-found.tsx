import { useQuery } from '@tanstack/react-query'
import { can } from '../../../contract/permissions/can.ts'
import { anonymizedId, type Subject, type WholeIdentity } from '../../../contract/subjects/subject.ts'
import { differencesOf, type IdentityField } from '../../editing/identity-differences.ts'
import { WhatDiffers } from '../../editing/what-differs.tsx'
import { useHolder } from '../../session/queries.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { lastTestQuery } from '../../subjects/queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { HeldBack } from '../../ui/held-back.tsx'
import { useT } from '../../ui/phrases.ts'
import { useLoneKeys } from '../../ui/use-lone-keys.ts'
import { ResultBadge } from '../../ui/result-badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StepFrame } from './step-frame.tsx'
import type { SubjectStepProps } from './subject-step-props.ts'
import { SubjectIdentity } from './subject-identity.tsx'
import { Button } from '../../ui/button.tsx'
import { typedIdentity } from './typed-identity.ts'
import { useStepForm } from './use-step-form.ts'
import * as identity from './subject-identity.module.css'

/**
 * The found subject, large enough to compare with a person or a document. If something else was typed of them, such as another
 * date of birth, the page says so, and going on confirms that the subject is right.
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
  const typed = typedIdentity(draft.typedSubject, dates.typing)
  const differing = differencesOf(typed, subject, comparedFields(typed)).different
  const isInConflict = differing.length > 0
  const [typedDay, knownDay] = [typed.dateOfBirth, subject.dateOfBirth]
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
        <Alert
          tone="danger"
          title={t(
            differing.includes('dateOfBirth') ? 'subjectSearch:conflict.title' : 'subjectSearch:conflict.titleOther',
          )}
        >
          {differing.includes('dateOfBirth') && typedDay && knownDay ? (
            <p className={identity.conflict}>
              {t('subjectSearch:conflict.text', { typed: dates.day(typedDay), known: dates.day(knownDay) })}
            </p>
          ) : (
            <p className={identity.conflict}>{t('subjectSearch:conflict.textOther')}</p>
          )}
          <WhatDiffers
            one={{ head: t('subjectSearch:differs.entered'), identity: typed }}
            other={{ head: t('subjectSearch:differs.known'), identity: subject }}
            fields={differing.filter((field) => field !== 'dateOfBirth')}
          />
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

/**
 * Who was found by an email, a name or an ID has what was typed of it. An email is compared if a new subject was being added, so
 * that it is not what was searched for.
 */
function comparedFields({ firstName }: Partial<WholeIdentity>): IdentityField[] {
  return firstName === undefined ? ['dateOfBirth', 'localId'] : ['dateOfBirth', 'email', 'localId']
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
