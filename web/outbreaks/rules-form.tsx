import { useQuery } from '@tanstack/react-query'
import type { RulesOfReader } from '../../contract/outbreaks/endpoints.ts'
import { countedBy, outbreakRules } from '../../contract/outbreaks/rules.ts'
import { keyed } from '../../contract/test-records/content-parts.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { FormPanel } from '../editing/form-panel.tsx'
import { useEdit } from '../editing/use-edit.ts'
import { useGoOn } from '../editing/use-go-on.ts'
import { Answer } from '../loading/waiting.tsx'
import { inPlace, paths } from '../paths.ts'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { useT } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { rulesQuery, useChangeRules } from './queries.ts'

/** For a tenant's administrators: when positive tests are an outbreak, and when it is over. */
export function RulesForm() {
  const t = useT()
  // The rules must be the latest, because a change replaces all of them.
  const query = useQuery({ ...rulesQuery(), staleTime: 0 })
  return (
    <FormPanel title={t('shell:page.outbreakRules')} intro={t('outbreaks:rules.intro')} below={paths.outbreaks()}>
      <Answer query={query} waiting={<Skeleton height={320} />}>
        {({ data }) => <Fields stored={data} />}
      </Answer>
    </FormPanel>
  )
}

const numbers = ['positives', 'withinHours', 'daysSarsCov2', 'daysOther', 'testEveryDays'] as const

function Fields({ stored }: { stored: RulesOfReader }) {
  const t = useT()
  const goOn = useGoOn()
  const labels = keyed(numbers, (name) => t(`outbreaks:rules.${name}`))
  const edit = useEdit({
    item: stored,
    schema: outbreakRules,
    valuesOf: ({ rules }: RulesOfReader) => ({ ...rules, ...keyed(numbers, (name) => String(rules[name])) }),
    fields: {
      isOn: {
        label: t('outbreaks:rules.isOn'),
        inWords: ({ isOn }) => (isOn ? t('outbreaks:rules.isOn') : ''),
      },
      countedBy: {
        label: t('outbreaks:rules.countedBy'),
        inWords: (typed) => t(`outbreaks:rules.countedBy.${typed.countedBy}`),
      },
      ...keyed(numbers, (name) => ({ label: labels[name] })),
    },
    labels,
    failed: 'outbreaks:rules.failed',
    read: (values) => ({ candidate: { ...values, ...keyed(numbers, (name) => typedNumber(values[name])) } }),
    ...useChangeRules(),
    updated: 'outbreaks:rules.updated',
    onDone: () => goOn(inPlace(paths.outbreaks())),
  })
  const { values, set, field } = edit.form
  const number = (name: (typeof numbers)[number], help?: string) => (
    <EditField edit={edit} name={name}>
      <TextField
        {...field(name)}
        label={labels[name]}
        {...(help !== undefined && { help })}
        inputMode="numeric"
        autoComplete="off"
      />
    </EditField>
  )
  return (
    <EditForm edit={edit} label={t('shell:page.outbreakRules')} submit={t('outbreaks:rules.save')}>
      <EditField edit={edit} name="isOn">
        <CheckboxField
          name="isOn"
          label={t('outbreaks:rules.isOn')}
          isChecked={values.isOn}
          onChange={(isChecked) => set('isOn', isChecked)}
        />
      </EditField>
      {number('positives', t('outbreaks:rules.positivesHelp'))}
      {number('withinHours')}
      <EditField edit={edit} name="countedBy">
        <ChoiceCards
          name="countedBy"
          legend={t('outbreaks:rules.countedBy')}
          help={t('outbreaks:rules.countedByHelp')}
          choices={countedBy.map((value) => ({ value, label: t(`outbreaks:rules.countedBy.${value}`) }))}
          value={values.countedBy}
          onChange={(value) => set('countedBy', value)}
        />
      </EditField>
      {number('daysSarsCov2')}
      {number('daysOther')}
      {number('testEveryDays')}
    </EditForm>
  )
}

/** A typed whole number, or no number, which the schema then refuses. */
function typedNumber(typed: string): number {
  return /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN
}
