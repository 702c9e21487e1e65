import { useMutation } from '@tanstack/react-query'
import { emailChange, updateMyEmail } from '../../contract/own-account/endpoints.ts'
import { fieldErrors } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { verificationStatusAddress } from '../paths.ts'
import { useSessionEnd, useUser } from '../session/queries.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm, type FieldErrors } from '../ui/use-form.ts'
import { failureWords } from './failure-words.ts'

const empty = { email: '', currentPassword: '' }

/** Asks for a new email and the password. It ends every session: the new address is verified before the next login. */
export function EmailChange() {
  const t = useT()
  const user = useUser()
  const endSession = useSessionEnd()
  const { form, values, field, validate, showErrors } = useForm({
    schema: emailChange,
    initial: empty,
    labels: { email: t('ownAccount:newEmail') },
  })
  const change = useMutation({
    mutationFn: (body: typeof empty) => call(updateMyEmail, { body, errors: 'caller' }),
    onSuccess: (_, { email }) => {
      endSession(verificationStatusAddress, say('ownAccount:emailChanged'), 'notice', email)
    },
    onError: (error) => showErrors(fieldErrors(error)),
  })

  function submit() {
    const isSame = values.email.trim().toLowerCase() === user.email.toLowerCase()
    const errors: FieldErrors = isSame ? { email: t('rules:sameEmail') } : {}
    const valid = validate(values, errors)
    if (valid !== undefined) change.mutate(valid)
  }

  return (
    <Form
      ref={form}
      label={t('ownAccount:emailTitle')}
      error={failureWords(change.error)}
      isPending={change.isPending}
      onSubmit={submit}
    >
      <TextField
        {...field('email')}
        label={t('ownAccount:newEmail')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...field('currentPassword')}
        label={t('fields:currentPassword')}
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" variant="default" isPending={change.isPending}>
          {t('ownAccount:emailSubmit')}
        </Button>
      </div>
    </Form>
  )
}
