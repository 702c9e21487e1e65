import { useState } from 'react'
import { emailWithPassword } from '../../contract/session/passwords.ts'
import { loginAddress } from '../paths.ts'
import { usePreferences } from '../tenants/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { useT } from '../ui/phrases.ts'
import { keepMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { EntranceHeading } from './entrance.tsx'
import { LinkInvalid } from './link-invalid.tsx'
import { setPasswordByLink } from './password-links.ts'

interface Props {
  token: string
  /** Of whoever tried to log in with a password that must be changed. */
  email: string | undefined
}

/** Asks for email and new password; once it is set, goes to the login page, which says so. */
export function CreatePasswordForm({ token, email }: Props) {
  const t = useT()
  const { name, productName } = usePreferences()
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const [link, setLink] = useState<'untried' | 'refused' | 'retried'>('untried')
  const { form, values, field, validate, showErrors } = useForm({
    schema: emailWithPassword,
    initial: { email: email ?? '', password: '' },
    labels: { email: t('session:email'), password: t('passwords:create.password') },
  })

  async function submit() {
    setMessage(undefined)
    const valid = validate()
    if (valid === undefined) return
    setPending(true)
    const outcome = await setPasswordByLink({ ...valid, token })
    if (outcome.is === 'done') {
      keepMessage(t('passwords:create.changed'))
      window.location.assign(loginAddress())
      return
    }
    setPending(false)
    if (outcome.is === 'link-invalid') return setLink('refused')
    setMessage(outcome.message)
    showErrors(outcome.errors ?? {})
  }

  if (link === 'refused') return <LinkInvalid email={values.email} onCorrect={() => setLink('retried')} />
  return (
    <>
      <EntranceHeading
        title={t('passwords:create.title')}
        intro={t('passwords:create.intro')}
        takesFocus={link === 'retried'}
      />
      <Form
        ref={form}
        label={t('passwords:create.title')}
        error={message}
        isPending={isPending}
        onSubmit={() => void submit()}
      >
        {email !== undefined && <Alert tone="notice">{t('passwords:create.mustChange')}</Alert>}
        <TextField
          {...field('email')}
          label={t('session:email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordField
          {...field('password')}
          label={t('passwords:create.password')}
          known={[values.email, name, productName]}
        />
        <Button type="submit" isWide isPending={isPending}>
          {t('passwords:create.submit')}
        </Button>
      </Form>
    </>
  )
}
