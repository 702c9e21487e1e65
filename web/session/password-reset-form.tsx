import { useState } from 'react'
import { passwordResetRequest } from '../../contract/session/passwords.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { askForLink } from './password-links.ts'

interface Props {
  initialEmail: string
  onSent: (email: string) => void
}

/** Asks for the email that a link to a new password is sent to. */
export function PasswordResetForm({ initialEmail, onSent }: Props) {
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
