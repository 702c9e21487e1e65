import { useState } from 'react'
import * as z from 'zod/mini'
import { dateOfBirth } from '../../contract/rules/dates.ts'
import { verificationCodeLength } from '../../contract/limits-and-times.ts'
import type { ShownResult } from '../../contract/test-records/shown-result.ts'
import { printedResult, verifyResult } from '../../contract/test-records/verifying.ts'
import { call } from '../api/client.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { useDates } from '../preferences/use-dates.ts'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Facts, given } from '../ui/facts.tsx'
import { Form } from '../ui/form.tsx'
import { groupCode, plainCode } from '../ui/grouped-code.ts'
import { useT } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import { TextField } from '../ui/text-field.tsx'
import { parseBirthDate, typedDate } from '../ui/typed-date.ts'
import { useForm } from '../ui/use-form.ts'
import * as styles from './entrance.module.css'
import { EntranceHeading } from './entrance.tsx'

/** The page on which anyone with a printed record can check it against the stored one. */
export function VerifyResultPage() {
  const t = useT()
  const [verified, setVerified] = useState<ShownResult>()
  if (verified === undefined) return <SheetForm onVerified={setVerified} />
  return (
    <>
      <Verified result={verified} />
      <p className={styles.below}>
        <Button variant="default" isWide onClick={() => setVerified(undefined)}>
          {t('verifying:another')}
        </Button>
      </p>
    </>
  )
}

const sheetOfPerson = z.extend(printedResult, { dateOfBirth })

/** Asks for the data printed on the sheet. The typed data stays if it does not agree. */
function SheetForm({ onVerified }: { onVerified: (result: ShownResult) => void }) {
  const t = useT()
  const dates = useDates()
  const isPerson = useSubjectSettings().kind === 'human'
  const [isRefused, setRefused] = useState(false)
  const form = useForm({
    schema: isPerson ? sheetOfPerson : printedResult,
    initial: { testId: '', dateOfBirth: '', code: '' },
    labels: { code: t('verifying:code') },
  })
  const { values, set, field } = form
  const { onChange: _, ...code } = field('code')
  const submission = useSubmit(form, {
    failed: 'verifying:failed',
    read: () => {
      setRefused(false)
      const typed = values.dateOfBirth.trim()
      const born = parseBirthDate(typed, dates.typing)
      return {
        candidate: { testId: values.testId, code: values.code, ...(isPerson && { dateOfBirth: born }) },
        errors:
          isPerson && typed !== '' && born === undefined
            ? { dateOfBirth: t('rules:date', { format: dates.hint }) }
            : {},
      }
    },
    send: async (body) => (await call(verifyResult, { body, errors: 'caller' })).data,
    onDone: (result) => (result === null ? setRefused(true) : onVerified(result)),
  })
  return (
    <>
      <EntranceHeading title={t('verifying:title')} intro={t('verifying:intro')} />
      <Form {...submission} label={t('verifying:title')}>
        {isRefused && (
          <Alert tone="danger" title={t('verifying:refusedTitle')}>
            {t(isPerson ? 'verifying:refusedPerson' : 'verifying:refusedOther')}
          </Alert>
        )}
        <TextField
          {...field('testId')}
          label={t('fields:testId')}
          help={t('verifying:testIdHelp')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        {isPerson && (
          <DateField
            {...field('dateOfBirth')}
            label={t('fields:dateOfBirth')}
            help={t('registration:dateHelp', { example: typedDate('1980-03-27', dates.typing) })}
            hint={dates.hint}
            onChange={(typed) => set('dateOfBirth', typed)}
          />
        )}
        <CodeField
          {...code}
          label={t('verifying:code')}
          help={t('verifying:codeHelp', { length: verificationCodeLength })}
          count={t('verifying:count', { typed: plainCode(values.code).length, length: verificationCodeLength })}
          onChange={(grouped) => set('code', groupCode(grouped).text)}
          read={(text) => text}
        />
        <Button type="submit" isWide isPending={submission.isPending}>
          {t('verifying:submit')}
        </Button>
      </Form>
    </>
  )
}

/** The record's current content, and its corrections since it was recorded. */
function Verified({ result }: { result: ShownResult }) {
  const t = useT()
  const dates = useDates()
  const { state, changedAt, performedAt, performedZone, analyteResults } = result
  const changed = { date: changedAt === null ? '' : dates.instant(changedAt) }
  const zone = dates.nameOfOther(performedZone, performedAt)
  const performed = dates.instant(performedAt, performedZone)
  return (
    <>
      <EntranceHeading title={t(`verifying:${state}Title`)} intro={t(`verifying:${state}Text`, changed)} takesFocus />
      <Facts
        facts={given([
          [
            t(state === 'voided' ? 'verifying:voidedResult' : 'fields:result'),
            <ResultBadge key="result" result={result.result} />,
          ],
          ...(analyteResults.length > 1
            ? analyteResults.map((line) => [line.analyteName, t(`results:${line.result}`)] as const)
            : []),
          [t('verifying:outcome'), result.outcome?.name],
          [t('fields:testId'), result.testId],
          [t('fields:assayId'), result.assayName],
          [t('fields:performedAt'), zone === undefined ? performed : `${performed} (${zone})`],
        ])}
      />
    </>
  )
}
