import { useState } from 'react'
import { passwordResetRequest, requestPasswordReset } from '../../contract/session/passwords.ts'
import { call } from '../api/client.ts'
import { usePreferences } from '../tenants/queries.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { BackToLogin, EntranceHeading } from './entrance.tsx'
import { outcomeOf, type Outcome } from './outcome.ts'
import { SendAgain } from './send-again.tsx'

/** Asks for the email of an account and sends a link to a new password; then says where to look for it. */
export function PasswordResetPage() {
  const t = useT()
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  return (
    <>
      {isSent ? (
        <PasswordResetSent email={email} onOtherEmail={() => setSent(false)} />
      ) : (
        <>
          <EntranceHeading
            title={t('passwords:reset.title')}
            intro={t('passwords:reset.intro')}
            takesFocus={email !== ''}
          />
          <PasswordResetForm
            initialEmail={email}
            onSent={(to) => {
              setEmail(to)
              setSent(true)
            }}
          />
        </>
      )}
      <BackToLogin />
    </>
  )
}

interface FormProps {
  initialEmail: string
  onSent: (email: string) => void
}

/** Asks for the email that a link to a new password is sent to. */
function PasswordResetForm({ initialEmail, onSent }: FormProps) {
  const t = useT()
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const { form, field, validate, showErrors } = useForm({
    schema: passwordResetRequest,
    initial: { email: initialEmail },
    labels: { email: t('session:email') },
  })

  async function submit() {
    setMessage(undefined)
    const valid = validate()
    if (valid === undefined) return
    setPending(true)
    const outcome = await askForLink(valid.email)
    setPending(false)
    if (outcome.is === 'done') return onSent(valid.email)
    if (outcome.is === 'link-invalid') return
    setMessage(outcome.message)
    showErrors(outcome.errors ?? {})
  }

  return (
    <Form
      ref={form}
      label={t('passwords:reset.title')}
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
        {t('passwords:reset.submit')}
      </Button>
    </Form>
  )
}

interface SentProps {
  email: string
  onOtherEmail: () => void
}

/** Says where to look for the mail, without saying whether the email has an account, and sends it again. */
function PasswordResetSent({ email, onOtherEmail }: SentProps) {
  const t = useT()
  const { productName } = usePreferences()
  return (
    <>
      <EntranceHeading
        title={t('passwords:reset.sentTitle')}
        intro={t('passwords:reset.sentText', { email, product: productName })}
        takesFocus
      />
      <SendAgain send={() => askForLink(email)} onOtherEmail={onOtherEmail} />
    </>
  )
}

/** Asks for a link to a new password. Never throws: every failure has its words. */
async function askForLink(email: string): Promise<Outcome> {
  return await outcomeOf(call(requestPasswordReset, { body: { email }, errors: 'caller' }))
}
