import { useState } from 'react'
import { credentials } from '../../contract/session/endpoints.ts'
import { createPasswordAddress, safeRedirect, unauthorizedAddress, verificationStatusAddress } from '../paths.ts'
import { reportError } from '../api/error-reporting.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { logIn } from './log-in.ts'
import { takeHandedOverEmail } from './login-email.ts'
import { handOverToPassword } from './password-hand-over.ts'
import { keepUnverifiedEmail } from './unverified-email.ts'

/** Asks for email, unless the last page handed it over, and password; once logged in, loads the page that was wanted. */
export function LoginForm() {
  const t = useT()
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const [handedOver] = useState(takeHandedOverEmail)
  const { form, field, validate, showErrors } = useForm({
    schema: credentials,
    initial: { username: handedOver ?? '', password: '' },
    labels: { username: t('session:email'), password: t('session:password') },
  })

  async function submit() {
    setMessage(undefined)
    const valid = validate()
    if (valid === undefined) return
    setPending(true)
    const outcome = await logIn(valid)
    const wanted = safeRedirect(new URLSearchParams(window.location.search).get('redirect'))
    if (outcome.isLoggedIn) {
      window.location.assign(wanted)
      return
    }
    if ('passwordDue' in outcome) {
      handOverToPassword({ ...outcome.passwordDue, why: 'due', wanted })
      window.location.assign(createPasswordAddress(outcome.passwordDue.token))
      return
    }
    if ('unverified' in outcome) {
      const { email } = outcome.unverified
      // Of a change of email, the earlier one still leads here.
      keepUnverifiedEmail(email, email.toLowerCase() !== valid.username.toLowerCase())
      window.location.assign(verificationStatusAddress)
      return
    }
    if ('isSessionRefused' in outcome) {
      window.location.assign(unauthorizedAddress)
      return
    }
    setPending(false)
    setMessage(outcome.message)
    showErrors(outcome.errors ?? {})
    if (outcome.cause !== undefined) reportError(outcome.cause)
  }

  return (
    <Form ref={form} label={t('session:title')} error={message} isPending={isPending} onSubmit={() => void submit()}>
      <TextField
        {...field('username')}
        label={t('session:email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...field('password')} label={t('session:password')} autoComplete="current-password" />
      <Button type="submit" isWide isPending={isPending}>
        {t('session:submit')}
      </Button>
    </Form>
  )
}
