import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { newUser } from '../../contract/users/managed-user.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useSubmit } from '../editing/use-submit.ts'
import { paths } from '../paths.ts'
import { t as say, useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { EmailField, TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { useCreateUser } from './user-changes.ts'
import { LanguageField, PlacedFields, readPlaced, usePlacedAt } from './user-fields.tsx'

/**
 * Adds members of staff one after another, in a panel over the list. If the list is filtered by organisation, they
 * belong to that one.
 */
export function NewUserForm() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/users' })
  return (
    <FormPanel title={t('shell:page.newUser')} intro={t('users:form.intro')} below={paths.users(search)}>
      <NewUserFields ofOrganisation={search.organisation} />
    </FormPanel>
  )
}

/** After one was added, the form is ready for another of the same type and place. */
function NewUserFields({ ofOrganisation }: { ofOrganisation: string | undefined }) {
  const t = useT()
  const create = useCreateUser()
  const placed = usePlacedAt(ofOrganisation)
  const form = useForm({ schema: newUser, initial: { fullName: '', email: '', ...placed } })
  const { form: element, values, errors, set, field } = form
  const [sent, setSent] = useState<string>()

  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    read: () => {
      const { placement, errors } = readPlaced(values)
      return { candidate: { fullName: values.fullName, email: values.email, ...placement }, errors }
    },
    send: create,
    onDone: ({ email }) => {
      showMessage(say('users:created'))
      setSent(email)
      form.restart((typed) => ({ ...typed, fullName: '', email: '' }))
      element.current?.querySelector<HTMLElement>('[name="fullName"]')?.focus()
    },
  })

  return (
    <NewForm form={form} submission={submission} label={t('shell:page.newUser')} submit={t('users:form.submit')}>
      <TextField {...field('fullName')} label={t('fields:fullName')} autoComplete="off" />
      <EmailField {...field('email')} label={t('users:email')} autoComplete="off" />
      <PlacedFields values={values} errors={errors} set={set} ofOrganisation={ofOrganisation} />
      <LanguageField values={values} set={set} />
      {/* The message at the edge of the screen is behind the panel, where screen readers do not announce it. */}
      <div role="status">{sent !== undefined && t('users:form.sent', { email: sent })}</div>
    </NewForm>
  )
}
