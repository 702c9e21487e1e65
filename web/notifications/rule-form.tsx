import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import {
  neededFieldNames,
  notificationFormats,
  notificationWays,
  type NeededField,
  type NotificationFormat,
  type NotificationWay,
} from '../../contract/notifications/rule-parts.ts'
import {
  newNotificationRule,
  notificationRuleForm,
  type NotificationRule,
  type RuleAnalyte,
} from '../../contract/notifications/rules.ts'
import { notificationTemplates, type NotificationTemplate } from '../../contract/notifications/templates.ts'
import { results, type Result } from '../../contract/rules/results.ts'
import { offeredAssaysQuery } from '../assays/queries.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { EditPanel } from '../editing/edit-panel.tsx'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useEdit } from '../editing/use-edit.ts'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { groupChoices } from '../groups/queries.ts'
import { organisationChoices } from '../organisations/queries.ts'
import { inPlace, paths } from '../paths.ts'
import { ChecklistField } from '../ui/checklist-field.tsx'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import type { Elements } from '../ui/elements.ts'
import { t as say, useT, type Translate } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { showMessage } from '../ui/snackbar-store.ts'
import { TextAreaField } from '../ui/text-area-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useForm, type FieldErrors } from '../ui/use-form.ts'
import { PlacesField, type Named } from './places-field.tsx'
import { notificationRuleQuery, useChangeRule, useCreateRule } from './queries.ts'
import { Followed, Unkept } from './rule-facts.tsx'

export function NewRule() {
  const t = useT()
  const goOn = useGoOn()
  const create = useCreateRule()
  const { template: id } = useSearch({ from: '/logged-in/own-tenant/notification-rules/new' })
  const template = notificationTemplates.find((one) => one.id === id)
  const form = useForm({ schema: newNotificationRule, initial: valuesOfTemplate(t, template), labels: labelsOf(t) })
  const submission = useSubmit(form, {
    failed: 'notificationRules:form.failed',
    read: () => {
      const { candidate, errors } = read(form.values)
      return { candidate: { ...candidate, template: template?.id ?? null }, errors }
    },
    send: create,
    onDone: (rule) => {
      showMessage(t('notificationRules:created'))
      void goOn(paths.notificationRule(rule.id))
    },
  })
  return (
    <FormPanel title={t('shell:page.newNotificationRule')} below={paths.notificationRules()}>
      <NewForm
        form={form}
        submission={submission}
        label={t('shell:page.newNotificationRule')}
        submit={t('notificationRules:form.submit')}
      >
        {template !== undefined && <Followed template={template} />}
        <Fields form={form} field={(_, control) => control} />
      </NewForm>
    </FormPanel>
  )
}

export function EditRule() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/own-tenant/notification-rules/$id/edit' })
  const query = useQuery({ ...notificationRuleQuery(id), staleTime: 0 })
  return (
    <EditPanel
      title={t('shell:page.editNotificationRule')}
      below={paths.notificationRule(id)}
      query={query}
      rows={8}
      list={paths.notificationRules()}
    >
      {(rule) => <EditFields rule={rule} />}
    </EditPanel>
  )
}

function EditFields({ rule }: { rule: NotificationRule }) {
  const t = useT()
  const goOn = useGoOn()
  const edit = useEdit({
    item: rule,
    schema: notificationRuleForm,
    valuesOf: (item: NotificationRule) => valuesOf(item),
    fields: describedFields(t),
    labels: labelsOf(t),
    failed: 'notificationRules:form.failed',
    read,
    ...useChangeRule(rule.id),
    updated: 'notificationRules:changed',
    onDone: () => goOn(inPlace(paths.notificationRule(rule.id))),
  })
  return (
    <EditForm edit={edit} label={t('shell:page.editNotificationRule')} submit={t('notificationRules:form.submit')}>
      {rule.template !== null && <Followed template={rule.template} />}
      <Fields
        form={edit.form}
        field={(name, control) => (
          <EditField edit={edit} name={name}>
            {control}
          </EditField>
        )}
      />
    </EditForm>
  )
}

/** How each field is called and said where a colleague changed it, too. */
function describedFields(t: Translate) {
  return {
    name: { label: t('notificationRules:form.name') },
    authority: { label: t('notificationRules:form.authority') },
    contact: { label: t('notificationRules:form.contact') },
    reach: {
      label: t('notificationRules:form.where'),
      inWords: ({ reach, organisationIds, groupIds }: Typed) =>
        reach === 'tenant'
          ? t('notificationRules:form.everywhere')
          : [...organisationIds, ...groupIds].map(({ name }) => name).join(', '),
    },
    organisationIds: { partOf: 'reach' },
    groupIds: { partOf: 'reach' },
    analytes: {
      label: t('notificationRules:form.analytes'),
      inWords: ({ analytes }: Typed) => analytes.map(({ name }) => name).join(', '),
    },
    results: {
      label: t('notificationRules:form.results'),
      inWords: (typed: Typed) => typed.results.map((result) => t(`results:${result}`)).join(', '),
    },
    withinHours: { label: t('notificationRules:form.within') },
    needed: {
      label: t('notificationRules:form.needed'),
      inWords: ({ needed }: Typed) => needed.map((field) => t(`notifications:field.${field}`)).join(', '),
    },
    format: {
      label: t('notificationRules:form.format'),
      inWords: ({ format }: Typed) => t(`notificationRules:format.${format}`),
    },
    way: { label: t('notificationRules:form.way'), inWords: ({ way }: Typed) => t(`notificationRules:way.${way}`) },
    on: {
      label: t('notificationRules:form.on'),
      inWords: ({ on }: Typed) => t(on.length > 0 ? 'notificationRules:on' : 'notificationRules:off'),
    },
  } as const
}

type Typed = {
  name: string
  authority: string
  contact: string
  reach: 'tenant' | 'places'
  /** Hold names as well, but are called like the request's fields, so that its messages are found. */
  organisationIds: readonly Named[]
  groupIds: readonly Named[]
  analytes: readonly RuleAnalyte[]
  results: readonly Result[]
  withinHours: string
  needed: readonly NeededField[]
  format: NotificationFormat
  way: NotificationWay
  on: readonly 'isOn'[]
}

function labelsOf(t: Translate) {
  return {
    name: t('notificationRules:form.name'),
    authority: t('notificationRules:form.authority'),
    withinHours: t('notificationRules:form.within'),
  }
}

function valuesOfTemplate(t: Translate, template: NotificationTemplate | undefined): Typed {
  const content = template?.content
  return {
    name: template === undefined ? '' : t(`notificationRules:template.${template.id}`),
    authority: template?.authority ?? '',
    contact: '',
    reach: 'tenant',
    organisationIds: [],
    groupIds: [],
    analytes: content?.analytes ?? [],
    results: content?.results ?? ['positive'],
    withinHours: String(content?.withinHours ?? 24),
    needed: content?.needed ?? [],
    format: content?.format ?? 'csv',
    way: 'download',
    on: [],
  }
}

function valuesOf(rule: NotificationRule): Typed {
  const { organisations, groups, contact, withinHours, isOn, ...rest } = rule
  return {
    name: rest.name,
    authority: rest.authority,
    contact: contact ?? '',
    reach: organisations.length + groups.length === 0 ? 'tenant' : 'places',
    organisationIds: organisations,
    groupIds: groups,
    analytes: rest.analytes,
    results: rest.results,
    withinHours: String(withinHours),
    needed: rest.needed,
    format: rest.format,
    way: rest.way,
    on: isOn ? ['isOn'] : [],
  }
}

/** Converts the form to the request body, with the errors that no schema can see. */
function read({ reach, organisationIds, groupIds, withinHours, on, ...rest }: Typed) {
  const isOfPlaces = reach === 'places'
  const errors: FieldErrors = {}
  if (isOfPlaces && organisationIds.length + groupIds.length === 0) {
    errors.organisationIds = say('notificationRules:form.choosePlace')
  }
  if (rest.results.length === 0) errors.results = say('notificationRules:form.chooseResult')
  const candidate = {
    ...rest,
    organisationIds: isOfPlaces ? organisationIds.map(({ id }) => id) : [],
    groupIds: isOfPlaces ? groupIds.map(({ id }) => id) : [],
    withinHours: Number(withinHours),
    isOn: on.length > 0,
  }
  return { candidate, errors }
}

/** The part of a form that its fields need. */
type FieldsForm = Pick<
  ReturnType<typeof useForm<typeof notificationRuleForm, Typed>>,
  'values' | 'errors' | 'set' | 'field'
>

interface FieldsProps {
  form: FieldsForm
  /** Adds what belongs to a field of one name, such as a colleague's value. */
  field: (name: 'reach' | Exclude<keyof Typed, 'organisationIds' | 'groupIds'>, control: Elements) => Elements
}

function Fields({ form, field: withChoice }: FieldsProps) {
  const t = useT()
  const { values, errors, set, field } = form
  return (
    <>
      {withChoice('name', <TextField {...field('name')} label={t('notificationRules:form.name')} autoComplete="off" />)}
      {withChoice(
        'authority',
        <TextField {...field('authority')} label={t('notificationRules:form.authority')} autoComplete="off" />,
      )}
      {withChoice(
        'contact',
        <TextAreaField
          {...field('contact')}
          label={t('notificationRules:form.contact')}
          help={t('notificationRules:form.contactHelp')}
          isOptional
        />,
      )}
      {withChoice('reach', <Where form={form} />)}
      {withChoice('analytes', <Analytes value={values.analytes} onChange={(analytes) => set('analytes', analytes)} />)}
      {withChoice(
        'results',
        <ChecklistField
          legend={t('notificationRules:form.results')}
          name="results"
          options={results.map((value) => ({ value, label: t(`results:${value}`) }))}
          chosen={values.results}
          error={errors.results}
          onChange={(chosen) => set('results', chosen)}
        />,
      )}
      {withChoice(
        'withinHours',
        <TextField {...field('withinHours')} label={t('notificationRules:form.within')} inputMode="numeric" />,
      )}
      {withChoice(
        'needed',
        <ChecklistField
          legend={t('notificationRules:form.needed')}
          name="needed"
          help={t('notificationRules:form.neededHelp')}
          options={neededFieldNames.map((value) => ({ value, label: capitalized(t(`notifications:field.${value}`)) }))}
          chosen={values.needed}
          onChange={(needed) => set('needed', needed)}
        />,
      )}
      {withChoice(
        'format',
        <SelectField
          {...field('format')}
          label={t('notificationRules:form.format')}
          options={notificationFormats.map((value) => ({ value, label: t(`notificationRules:format.${value}`) }))}
          onChange={(format) => set('format', format as typeof values.format)}
        />,
      )}
      {withChoice(
        'way',
        <SelectField
          {...field('way')}
          label={t('notificationRules:form.way')}
          options={notificationWays.map((value) => ({ value, label: t(`notificationRules:way.${value}`) }))}
          onChange={(way) => set('way', way as typeof values.way)}
        />,
      )}
      {withChoice(
        'on',
        <ChecklistField
          legend={t('notificationRules:form.on')}
          name="on"
          options={[
            { value: 'isOn', label: t('notificationRules:form.isOn'), help: t('notificationRules:form.isOnHelp') },
          ]}
          chosen={values.on}
          onChange={(on) => set('on', on)}
        />,
      )}
      {values.on.length > 0 && <Unkept needed={values.needed} />}
    </>
  )
}

/** The whole tenant, or some of its places. */
function Where({ form: { values, errors, set } }: { form: FieldsForm }) {
  const t = useT()
  return (
    <>
      <ChoiceCards
        legend={t('notificationRules:form.where')}
        name="reach"
        choices={[
          { value: 'tenant', label: t('notificationRules:form.everywhere') },
          { value: 'places', label: t('notificationRules:form.somewhere') },
        ]}
        value={values.reach}
        onChange={(reach) => set('reach', reach)}
      />
      {values.reach === 'places' && (
        <>
          <PlacesField
            name="organisationIds"
            legend={t('notificationRules:form.organisations')}
            add={t('notificationRules:form.addOrganisation')}
            query={(search) => organisationChoices({ search })}
            value={values.organisationIds}
            error={errors.organisationIds}
            onChange={(places) => set('organisationIds', places)}
          />
          <PlacesField
            name="groupIds"
            legend={t('fields:groups')}
            add={t('notificationRules:form.addGroup')}
            query={(search) => groupChoices({ search })}
            value={values.groupIds}
            error={errors.groupIds}
            onChange={(places) => set('groupIds', places)}
          />
        </>
      )}
    </>
  )
}

/** The analytes that the tenant's kits have and that the rule has already. */
function Analytes({ value, onChange }: { value: readonly RuleAnalyte[]; onChange: (value: RuleAnalyte[]) => void }) {
  const t = useT()
  const kits = useQuery(offeredAssaysQuery()).data?.data ?? []
  // What the rule had at first stays offered as it was, so that taking it out and back changes nothing.
  const [first] = useState(value)
  const lines = kits.flatMap(({ analytes }) => analytes.map(({ name, loinc, snomed }) => ({ name, loinc, snomed })))
  const offered: RuleAnalyte[] = [...first]
  const others = lines.toSorted((a, b) => codesOf(b).length - codesOf(a).length)
  for (const other of [...others, ...value]) {
    if (!offered.some((one) => isSame(one, other))) offered.push(other)
  }
  const hasTwin = (one: RuleAnalyte) => offered.some((other) => other !== one && other.name === one.name)
  return (
    <ChecklistField
      legend={t('notificationRules:form.analytes')}
      name="analytes"
      help={t('notificationRules:form.analytesHelp')}
      options={offered.map((one) => ({
        value: keyOf(one),
        label: one.name,
        ...(hasTwin(one) && { help: codesOf(one).join(', ') }),
      }))}
      chosen={offered.filter((one) => value.some((chosen) => isSame(one, chosen))).map(keyOf)}
      onChange={(keys) => onChange(offered.filter((one) => keys.includes(keyOf(one))))}
    />
  )
}

function codesOf({ loinc, snomed }: RuleAnalyte): string[] {
  return [loinc, snomed].filter((code) => code !== null)
}

/** True for two analytes that share a code, or have none and the same name: a rule that names one asks for both. */
function isSame(one: RuleAnalyte, other: RuleAnalyte): boolean {
  const codes = codesOf(other)
  return codes.length === 0
    ? one.name.toLowerCase() === other.name.toLowerCase()
    : codesOf(one).some((code) => codes.includes(code))
}

function keyOf(analyte: RuleAnalyte): string {
  return codesOf(analyte).at(-1) ?? analyte.name
}

/** The names of fields are written for the middle of a sentence. */
function capitalized(name: string): string {
  return name.charAt(0).toLocaleUpperCase() + name.slice(1)
}
