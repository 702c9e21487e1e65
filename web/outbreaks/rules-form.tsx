import { useQuery } from '@tanstack/react-query'
import { countedBy, outbreakRules, type OutbreakRules } from '../../contract/outbreaks/rules.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { Answer } from '../loading/waiting.tsx'
import { inPlace, paths } from '../paths.ts'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { useT } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { rulesQuery, useChangeRules } from './queries.ts'

/** For a tenant's administrators: when positive tests are an outbreak, and when it is over. */
export function RulesForm() {
  const t = useT()
  const query = useQuery(rulesQuery())
  return (
    <FormPanel title={t('shell:page.outbreakRules')} intro={t('outbreaks:rules.intro')} below={paths.outbreaks()}>
      <Answer query={query} waiting={<Skeleton height={320} />}>
        {({ data }) => <Fields rules={data.rules} />}
      </Answer>
    </FormPanel>
  )
}

const numbers = ['positives', 'withinHours', 'daysSarsCov2', 'daysOther', 'testEveryDays'] as const

function Fields({ rules }: { rules: OutbreakRules }) {
  const t = useT()
  const goOn = useGoOn()
  const send = useChangeRules()
  const form = useForm({
    schema: outbreakRules,
    initial: {
      isOn: rules.isOn,
      countedBy: rules.countedBy,
      positives: String(rules.positives),
      withinHours: String(rules.withinHours),
      daysSarsCov2: String(rules.daysSarsCov2),
      daysOther: String(rules.daysOther),
      testEveryDays: String(rules.testEveryDays),
    },
    labels: Object.fromEntries(numbers.map((name) => [name, t(`outbreaks:rules.${name}`)])),
  })
  const { values, set, field } = form
  const submission = useSubmit(form, {
    failed: 'outbreaks:rules.failed',
    read: () => ({
      candidate: { ...values, ...Object.fromEntries(numbers.map((name) => [name, typedNumber(values[name])])) },
    }),
    send,
    onDone: () => goOn(inPlace(paths.outbreaks()), t('outbreaks:rules.done')),
  })
  const number = (name: (typeof numbers)[number], help?: string) => (
    <TextField
      {...field(name)}
      label={t(`outbreaks:rules.${name}`)}
      {...(help !== undefined && { help })}
      inputMode="numeric"
      autoComplete="off"
    />
  )
  return (
    <NewForm
      form={form}
      submission={submission}
      label={t('shell:page.outbreakRules')}
      submit={t('outbreaks:rules.save')}
    >
      <CheckboxField
        name="isOn"
        label={t('outbreaks:rules.isOn')}
        isChecked={values.isOn}
        onChange={(isChecked) => set('isOn', isChecked)}
      />
      {number('positives', t('outbreaks:rules.positivesHelp'))}
      {number('withinHours')}
      <ChoiceCards
        name="countedBy"
        legend={t('outbreaks:rules.countedBy')}
        help={t('outbreaks:rules.countedByHelp')}
        choices={countedBy.map((value) => ({ value, label: t(`outbreaks:rules.countedBy.${value}`) }))}
        value={values.countedBy}
        onChange={(value) => set('countedBy', value)}
      />
      {number('daysSarsCov2')}
      {number('daysOther')}
      {number('testEveryDays')}
    </NewForm>
  )
}

/** A typed whole number, or no number, which the schema then refuses. */
function typedNumber(typed: string): number {
  return /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN
}
