import { useState } from 'react'
import { newApiToken, type CreatedApiToken } from '../../contract/api-tokens/endpoints.ts'
import { tokenPermissions, type TokenPermission } from '../../contract/api-tokens/rights.ts'
import { can } from '../../contract/permissions/can.ts'
import { cellOf } from '../../contract/permissions/matrix.ts'
import { useChoices } from '../api/use-choices.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { GroupsField } from '../editing/groups-field.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { SecretDialog } from '../editing/secret-dialog.tsx'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { organisationChoices } from '../organisations/queries.ts'
import { inPlace, paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { ChecklistField } from '../ui/checklist-field.tsx'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useForm, type FieldErrors } from '../ui/use-form.ts'
import { useCreateApiToken } from './queries.ts'

export function ApiTokenForm() {
  const t = useT()
  const goOn = useGoOn()
  const [made, setMade] = useState<CreatedApiToken>()
  return (
    <FormPanel title={t('shell:page.newApiToken')} intro={t('apiTokens:form.intro')} below={paths.apiTokens()}>
      <TokenFields onMade={setMade} />
      {made !== undefined && (
        <SecretDialog
          secret={made.secret}
          words={{
            title: t('apiTokens:secret.title'),
            text: t('apiTokens:secret.text'),
            label: t('apiTokens:secret.label'),
            copy: t('apiTokens:secret.copy'),
            copied: t('apiTokens:secret.copied'),
            notCopied: t('apiTokens:secret.notCopied'),
            done: t('apiTokens:secret.done'),
          }}
          onStored={() => void goOn(inPlace(paths.apiTokens()))}
        />
      )}
    </FormPanel>
  )
}

const offeredDays = ['7', '30', '90', '180', '365'] as const

type Typed = {
  name: string
  permissions: readonly TokenPermission[]
  reach: 'tenant' | 'organisation'
  organisationId: string
  /** Holds names as well, but is called like the request's field, so that its messages are found. */
  groupIds: readonly { id: string; name: string }[]
  days: string
}

const nothing: Typed = { name: '', permissions: [], reach: 'tenant', organisationId: '', groupIds: [], days: '90' }

function TokenFields({ onMade }: { onMade: (token: CreatedApiToken) => void }) {
  const t = useT()
  const holder = useHolder()
  const create = useCreateApiToken()
  const organisations = useChoices((search) => organisationChoices({ search, onlyActive: true }))
  const form = useForm({ schema: newApiToken, initial: nothing, labels: { name: t('apiTokens:form.name') } })
  const { values, errors, set, field } = form
  const isOfTenant = values.reach === 'tenant'
  const offered = tokenPermissions.filter(
    (permission) => can(holder, permission) && (isOfTenant || cellOf('organisation', permission) !== 'beyond'),
  )
  const chosen = offered.filter((permission) => values.permissions.includes(permission))

  const submission = useSubmit(form, {
    failed: 'apiTokens:form.failed',
    read: () => {
      const missing: FieldErrors = {}
      if (chosen.length === 0) missing.permissions = say('apiTokens:form.choosePermission')
      if (!isOfTenant && values.organisationId === '') {
        missing.organisationId = say('rules:required', { field: say('fields:organisationId') })
      }
      return {
        candidate: {
          name: values.name,
          permissions: chosen,
          organisationId: isOfTenant || values.organisationId === '' ? null : values.organisationId,
          groupIds: isOfTenant ? [] : values.groupIds.map(({ id }) => id),
          days: Number(values.days),
        },
        errors: missing,
      }
    },
    send: create,
    onDone: onMade,
  })

  return (
    <NewForm
      form={form}
      submission={submission}
      label={t('shell:page.newApiToken')}
      submit={t('apiTokens:form.submit')}
    >
      <TextField
        {...field('name')}
        label={t('apiTokens:form.name')}
        help={t('apiTokens:form.nameHelp')}
        autoComplete="off"
      />
      <ChecklistField
        legend={t('apiTokens:form.permissions')}
        name="permissions"
        help={t('apiTokens:form.permissionsHelp')}
        options={offered.map((value) => ({
          value,
          label: t(`permissions:${value}`),
          help: t(`apiTokens:may.${value}`),
        }))}
        chosen={chosen}
        error={errors.permissions}
        onChange={(permissions) => set('permissions', permissions)}
      />
      <ChoiceCards
        legend={t('apiTokens:form.places')}
        name="reach"
        choices={[
          { value: 'tenant', label: t('apiTokens:form.ofTenant') },
          { value: 'organisation', label: t('apiTokens:form.ofOrganisation') },
        ]}
        value={values.reach}
        onChange={(reach) => set('reach', reach)}
      />
      {!isOfTenant && (
        <SearchSelect
          name="organisationId"
          label={t('fields:organisationId')}
          placeholder={t('apiTokens:form.chooseOrganisation')}
          nothingFound={t('lists:filter.nothingFound')}
          choices={organisations.choices}
          isPending={organisations.isPending}
          value={values.organisationId || null}
          error={errors.organisationId}
          onChange={(id) => {
            set('organisationId', id ?? '')
            if (id !== values.organisationId) set('groupIds', [])
          }}
          onSearch={organisations.onSearch}
        />
      )}
      {!isOfTenant && values.organisationId !== '' && (
        <GroupsField
          key={values.organisationId}
          organisationId={values.organisationId}
          value={values.groupIds}
          error={errors.groupIds}
          words={{
            help: t('apiTokens:form.groupsHelp'),
            add: t('apiTokens:form.addGroup'),
            remove: (name) => t('apiTokens:form.removeGroup', { name }),
          }}
          onChange={(groups) => set('groupIds', groups)}
        />
      )}
      <SelectField
        {...field('days')}
        label={t('apiTokens:form.days')}
        options={offeredDays.map((value) => ({ value, label: t('apiTokens:form.daysOf', { count: Number(value) }) }))}
        onChange={(days) => set('days', days)}
      />
    </NewForm>
  )
}
