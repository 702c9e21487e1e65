import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { openingOfResult, openResult, type OpenedResult } from '../../contract/deliveries/open-result.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { useDates } from '../preferences/use-dates.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Facts } from '../ui/facts.tsx'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { PhoneLink } from '../ui/phone-link.tsx'
import { printDrawn } from '../ui/print-drawn.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import { ResultMeaning } from '../ui/result-meaning.tsx'
import { parseBirthDate, typedDate } from '../ui/typed-date.ts'
import { useForm } from '../ui/use-form.ts'
import { EntranceHeading } from './entrance.tsx'
import { keptResultToken } from '../session/kept-in-tab.ts'
import * as styles from './sent-result-page.module.css'

/**
 * The page on which people open a result that was sent to them. Nothing is shown before they enter their date of birth.
 */
export function SentResultPage() {
  const t = useT()
  const [token] = useState(keptResultToken)
  const [opened, setOpened] = useState<OpenedResult>()
  if (token === undefined)
    return <EntranceHeading title={t('sentResult:missingTitle')} intro={t('sentResult:missingText')} />
  if (opened === undefined) return <BirthDateForm token={token} onOpened={setOpened} />
  return <Opened result={opened} onClose={() => setOpened(undefined)} />
}

/** Asks for the date of birth, and stays if that does not open the result. */
function BirthDateForm({ token, onOpened }: { token: string; onOpened: (result: OpenedResult) => void }) {
  const t = useT()
  const dates = useDates()
  const { name: tenant } = usePreferences()
  const [isRefused, setRefused] = useState(false)
  const form = useForm({ schema: openingOfResult, initial: { dateOfBirth: '' } })
  const submission = useSubmit(form, {
    failed: 'sentResult:failed',
    read: () => {
      setRefused(false)
      const typed = form.values.dateOfBirth.trim()
      const born = parseBirthDate(typed, dates.typing)
      const isNoDate = typed !== '' && born === undefined
      return {
        candidate: { dateOfBirth: born },
        errors: isNoDate ? { dateOfBirth: t('rules:date', { format: dates.hint }) } : {},
      }
    },
    send: async (body) => (await call(openResult, { params: { token }, body, errors: 'caller' })).data,
    onDone: (result) => (result === null ? setRefused(true) : onOpened(result)),
    // A link that a mail program cut opens nothing, like one that has expired.
    onFailure: (error) => {
      const isNoLink = error instanceof ApiError && error.code === 'not-found'
      if (isNoLink) setRefused(true)
      return isNoLink
    },
  })
  return (
    <>
      <EntranceHeading title={t('sentResult:title')} intro={t('sentResult:intro', { tenant })} />
      <Form {...submission} label={t('sentResult:title')}>
        {isRefused && (
          <Alert tone="danger" title={t('sentResult:refusedTitle')}>
            {t('sentResult:refusedText', { tenant })}
          </Alert>
        )}
        <DateField
          {...form.field('dateOfBirth')}
          label={t('fields:dateOfBirth')}
          help={t('registration:dateHelp', { example: typedDate('1980-03-27', dates.typing) })}
          hint={dates.hint}
          onChange={(typed) => form.set('dateOfBirth', typed)}
        />
        <Button type="submit" isWide isPending={submission.isPending}>
          {t('sentResult:submit')}
        </Button>
      </Form>
    </>
  )
}

/** The record's current result, with what it means and what to do. */
function Opened({ result: opened, onClose }: { result: OpenedResult; onClose: () => void }) {
  const t = useT()
  const dates = useDates()
  const { name: tenant } = usePreferences()
  const { state, analyteResults, changedAt, performedAt, performedZone, outcome } = opened
  // What several tests say together is the result; the one that the link names is only the last of them.
  const result = outcome?.result ?? opened.result
  const date = changedAt === null ? '' : dates.instant(changedAt)
  const zone = dates.nameOfOther(performedZone, performedAt)
  const performed = dates.instant(performedAt, performedZone)
  const isVoided = state === 'voided'
  return (
    <>
      <EntranceHeading
        title={t(isVoided ? 'sentResult:voidedTitle' : `sentResult:${result}`)}
        intro={isVoided ? t('sentResult:voidedText', { date, tenant }) : t('sentResult:of', { tenant })}
        takesFocus
      />
      <div className={styles.result}>
        {state === 'corrected' && <Alert tone="notice">{t('sentResult:corrected', { date })}</Alert>}
        {!isVoided && (
          <>
            {outcome !== undefined && <Alert tone="notice">{t('sentResult:outcome', { outcome: outcome.name })}</Alert>}
            {outcome?.followUpOn ? <p>{t('sentResult:followUpOn', { day: dates.day(outcome.followUpOn) })}</p> : null}
            {analyteResults.length === 1 || outcome !== undefined ? (
              <p>
                <ResultBadge result={result} size="lg" />
              </p>
            ) : (
              <ul className={styles.lines} aria-label={t('sentResult:lines')}>
                {analyteResults.map((line) => (
                  <li key={line.analyteId}>
                    <span>{line.analyteName}</span>
                    <ResultBadge result={line.result} size="lg" />
                  </li>
                ))}
              </ul>
            )}
            <ResultMeaning result={result} meaning={opened.meaning} className={styles.words} level={2} />
            <section className={styles.words}>
              <h2>{t('sentResult:next')}</h2>
              <p>{t('sentResult:nextText', { tenant })}</p>
            </section>
          </>
        )}
        {opened.phone ? (
          <p className={styles.call}>
            <span>{`${t('sentResult:call', { place: opened.groupName })} `}</span>
            <PhoneLink number={opened.phone} />
          </p>
        ) : null}
        <Facts
          title={t('sentResult:details')}
          level={2}
          facts={[
            { label: t('fields:testId'), value: opened.testId },
            { label: t('fields:assayId'), value: opened.assayName },
            { label: t('fields:performedAt'), value: zone === undefined ? performed : `${performed} (${zone})` },
            { label: t('fields:place'), value: `${opened.groupName}, ${opened.organisationName}` },
          ]}
        />
        <div className={styles.actions}>
          <Button variant="default" onClick={() => void printDrawn()}>
            <IconPrinter size={18} aria-hidden />
            <span>{t('sentResult:print')}</span>
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('sentResult:close')}
          </Button>
        </div>
      </div>
    </>
  )
}
