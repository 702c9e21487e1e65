import { IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { ReportedForm } from '../../contract/notifications/reported-form.ts'
import type { NotificationReport } from '../../contract/notifications/reports.ts'
import { failureWords } from '../api/failure-words.ts'
import { Action } from '../editing/actions.tsx'
import { PrintedHead } from '../lists/printed-head.tsx'
import { useDates } from '../preferences/use-dates.ts'
import { addressLines } from '../ui/address-lines.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { printDrawn } from '../ui/print-drawn.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { useLoadForms } from './report-queries.ts'
import * as styles from './print-forms.module.css'

/** Prints the forms of a report, each test on a page of its own. */
export function PrintForms({ report, time }: { report: NotificationReport; time: string }) {
  const t = useT()
  const load = useLoadForms(report.id)
  const [forms, setForms] = useState<readonly ReportedForm[]>([])
  const printing = useMutation({
    mutationFn: async () => JSON.parse(await load()) as ReportedForm[], // the server wrote it
    onSuccess: async (loaded) => {
      // The forms must be drawn before the browser prints.
      flushSync(() => setForms(loaded))
      await printDrawn()
    },
    onError: (error) => {
      const words = failureWords(error, { failed: 'notificationReports:save.failed', hasFields: false })
      if (words !== undefined) showMessage(words, 'danger')
    },
  })
  // Printing ends outside React.
  useEffect(() => {
    const clear = () => setForms([])
    window.addEventListener('afterprint', clear)
    return () => window.removeEventListener('afterprint', clear)
  }, [])
  return (
    <>
      <Action
        icon={IconPrinter}
        word={t('notificationReports:print')}
        label={t('notificationReports:printOf', { time })}
        isPending={printing.isPending}
        onAct={() => printing.mutate()}
      />
      {forms.map((form, index) => (
        <PaperForm key={form.id} form={form} report={report} time={time} page={`form-${index}`} />
      ))}
    </>
  )
}

interface PaperProps {
  form: ReportedForm
  report: NotificationReport
  time: string
  page: string
}

function PaperForm({ form, report, time, page }: PaperProps) {
  const t = useT()
  const dates = useDates()
  const locale = useLocale()
  const { person, group, organisation, kit, lines, specimen } = form
  const { details } = person
  const place = group.address ?? organisation.address
  const sender = [group.name, organisation.name, group.phone ?? organisation.phone].filter(Boolean).join(', ')
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    [t('fields:testId'), form.testId],
    [t('fields:lastName'), person.lastName],
    [t('fields:firstName'), person.firstName],
    [t('fields:dateOfBirth'), person.dateOfBirth && dates.day(person.dateOfBirth)],
    [t('notificationReports:form.sex'), details.sex && t(`personDetails:sex.${details.sex}`)],
    [t('notificationReports:form.nhsNumber'), details.nhsNumber],
    [t('notificationReports:form.race'), details.race && t(`personDetails:race.${details.race}`)],
    [t('notificationReports:form.ethnicity'), details.ethnicity && t(`personDetails:ethnicity.${details.ethnicity}`)],
    [t('notificationReports:form.address'), details.address && addressLines(details.address, locale).join(', ')],
    [t('fields:phone'), details.telephones?.map(({ number }) => number).join(', ')],
    [t('fields:email'), person.email],
    [t('notificationReports:form.performed'), dates.instantIn(form.performedAt, form.performedZone ?? dates.ownZone)],
    ...lines.map(({ analyte, result, isOutcome }) => {
      const words = t(`results:${result}`)
      return [analyte, isOutcome ? t('notificationReports:form.outcome', { result: words }) : words] as const
    }),
    [t('fields:specimen'), specimen?.name],
    [t('notificationReports:form.kit'), [kit.name, kit.manufacturer].filter((part) => part !== null).join(', ')],
    [t('fields:organisationId'), organisation.name],
    [t('fields:groupId'), group.name],
    [t('notificationReports:form.placeAddress'), place && addressLines(place, locale).join(', ')],
    [t('notificationReports:form.placePhone'), group.phone ?? organisation.phone],
  ]
  return createPortal(
    <div className={styles.form} aria-hidden data-print-sheet="several" style={{ page }}>
      <PrintedHead
        page={page}
        about={[report.authority, form.testId]}
        lines={[t('notificationReports:form.from', { sender })]}
      />
      <h1>{t(`notifications:kind.${form.kind}`)}</h1>
      <p>{t('notificationReports:form.to', { authority: report.authority, time, id: report.id })}</p>
      {form.mayRepeat && <p>{t('notificationReports:form.says.repeat')}</p>}
      {form.kind !== 'first' && <p>{t(`notificationReports:form.says.${form.kind}`)}</p>}
      <dl>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>,
    document.body,
  )
}
