import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { verificationRequest } from '../../contract/session/registration.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { BackToLogin } from './back-to-login.tsx'
import { EntranceHeading } from './entrance.tsx'
import { keepUnverifiedEmail, unverifiedEmail } from './unverified-email.ts'
import { askForVerification } from './verification-calls.ts'

/** Says that a verification link does not work, and has a new one sent. */
export function VerificationLinkInvalid() {
  const t = useT()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const { form, field, validate, showErrors } = useForm({
    schema: verificationRequest,
    initial: { email: unverifiedEmail() ?? '' },
    labels: { email: t('session:email') },
  })

  async function submit() {
    setMessage(undefined)
    const valid = validate()
    if (valid === undefined) return
    setPending(true)
    const outcome = await askForVerification(valid.email)
    if (outcome.is === 'done') {
      keepUnverifiedEmail(valid.email)
      await navigate(paths.verificationStatus())
      return
    }
    setPending(false)
    if (outcome.is !== 'refused') return
    setMessage(outcome.message)
    showErrors(outcome.errors ?? {})
  }

  return (
    <>
      <EntranceHeading
        title={t('registration:verify.linkTitle')}
        intro={t('registration:verify.linkText')}
        takesFocus
      />
      <Form
        ref={form}
        label={t('registration:verify.newLink')}
        error={message}
        isPending={isPending}
        onSubmit={() => void submit()}
      >
        <TextField
          {...field('email')}
          label={t('session:email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" isWide isPending={isPending}>
          {t('registration:verify.newLink')}
        </Button>
      </Form>
      <BackToLogin />
    </>
  )
}
