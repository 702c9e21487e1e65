import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Fragment } from 'react'
import { changeReportCodes } from '../../contract/monthly-reports/endpoints.ts'
import { changedCode, keyOfPeople, keyOfTests, type ReportCode } from '../../contract/monthly-reports/report-codes.ts'
import { ageGroups, reportedSexes, type ReportRow } from '../../contract/monthly-reports/report-rows.ts'
import { results } from '../../contract/rules/results.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { Answer } from '../loading/waiting.tsx'
import { inPlace, paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { showMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm, type FieldErrors } from '../ui/use-form.ts'
import * as styles from './codes-form.module.css'
import { monthlyReportQuery, useChangeReportCodes } from './queries.ts'

/** For a tenant's administrators: the ids that a ministry's system has for what the month's report counts. */
export function CodesForm() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/monthly-report' })
  const report = useQuery(monthlyReportQuery(search))
  return (
    <FormPanel
      title={t('shell:page.reportCodes')}
      intro={t('monthlyReports:codes.intro')}
      below={paths.monthlyReport(search)}
    >
      <Answer
        query={report}
        waiting={<RowSkeletons rows={8} label={t('monthlyReports:loading')} />}
        failed={t('monthlyReports:failed')}
      >
        {({ data }) => <Codes rows={data.rows} codes={data.codes} />}
      </Answer>
    </FormPanel>
  )
}

interface Target {
  kind: ReportCode['kind']
  key: string
  label: string
}

interface Section {
  title: string
  help: string
  targets: Target[]
}

function Codes({ rows, codes }: { rows: readonly ReportRow[]; codes: readonly ReportCode[] }) {
  const t = useT()
  const goOn = useGoOn()
  const change = useChangeReportCodes()
  const search = useSearch({ from: '/logged-in/monthly-report' })
  const sections = sectionsOf(rows)
  const targets = sections.flatMap((section) => section.targets)
  const stored = new Map(codes.map((code) => [nameOf(code), code.code]))
  const form = useForm({
    schema: changeReportCodes.body,
    initial: Object.fromEntries(targets.map((target) => [nameOf(target), stored.get(nameOf(target)) ?? ''])),
  })
  const { values, field } = form

  const submission = useSubmit(form, {
    failed: 'monthlyReports:codes.failed',
    read: () => {
      const errors: FieldErrors = {}
      const changed = targets.flatMap(({ kind, key }) => {
        const name = nameOf({ kind, key })
        const typed = values[name]?.trim() ?? ''
        if (typed === (stored.get(name) ?? '')) return []
        const code = { kind, key, code: typed === '' ? null : typed }
        if (!changedCode.safeParse(code).success) errors[name] = say('monthlyReports:codes.malformed')
        return [code]
      })
      const refusal = changed.length === 0 ? say('monthlyReports:codes.unchanged') : undefined
      return { candidate: { codes: changed }, errors, refusal }
    },
    send: change,
    onDone: () => {
      showMessage(t('monthlyReports:codes.updated'))
      void goOn(inPlace(paths.monthlyReport(search)))
    },
  })

  return (
    <NewForm
      form={form}
      submission={submission}
      label={t('shell:page.reportCodes')}
      submit={t('monthlyReports:codes.save')}
      keepsTop
    >
      <Fragment>
        {submission.refusal !== undefined && <Alert tone="danger">{submission.refusal}</Alert>}
        {sections.map(({ title, help, targets: listed }) => (
          <fieldset key={title} className={styles.section}>
            <legend>{title}</legend>
            <p className={styles.help}>{help}</p>
            {listed.map((target) => (
              <TextField
                key={nameOf(target)}
                {...field(nameOf(target))}
                label={target.label}
                isOptional
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            ))}
          </fieldset>
        ))}
      </Fragment>
    </NewForm>
  )
}

const nameOf = ({ kind, key }: Pick<ReportCode, 'kind' | 'key'>) => `${kind} ${key}`

/** What may have an id, from what the month counts. */
function sectionsOf(rows: readonly ReportRow[]): Section[] {
  const organisations = new Map(rows.map(({ organisation }) => [organisation.id, organisation.name]))
  const groups = new Map(rows.map(({ group, organisation }) => [group.id, `${group.name}, ${organisation.name}`]))
  const kits = new Map(rows.map(({ assay }) => [assay.id, assay.name]))
  const sexes = rows.some(({ sex }) => sex !== 'unknown') ? reportedSexes : (['unknown'] as const)
  return [
    {
      title: say('monthlyReports:codes.set'),
      help: say('monthlyReports:codes.setHelp'),
      targets: [{ kind: 'set', key: '', label: say('monthlyReports:codes.dataSet') }],
    },
    {
      title: say('monthlyReports:codes.places'),
      help: say('monthlyReports:codes.placesHelp'),
      targets: [...organisations, ...groups].map(([key, label]) => ({ kind: 'place', key, label })),
    },
    {
      title: say('monthlyReports:codes.tests'),
      help: say('monthlyReports:codes.testsHelp'),
      targets: [...kits].flatMap(([assayId, name]) =>
        (['all', ...results] as const).map((result) => ({
          kind: 'tests' as const,
          key: keyOfTests(assayId, result),
          label: `${name}: ${say(result === 'all' ? 'monthlyReports:allResults' : `results:${result}`)}`,
        })),
      ),
    },
    {
      title: say('monthlyReports:codes.people'),
      help: say('monthlyReports:codes.peopleHelp'),
      targets: ageGroups.flatMap((ageGroup) =>
        sexes.map((sex) => ({
          kind: 'people' as const,
          key: keyOfPeople({ ageGroup, sex }),
          label: [
            say(`monthlyReports:age.${ageGroup}`),
            ...(sexes.length > 1 ? [say(`monthlyReports:sex.${sex}`)] : []),
          ].join(', '),
        })),
      ),
    },
  ]
}
