import type * as z from 'zod/mini'
import { useSubmit } from '../editing/use-submit.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { useT } from '../ui/phrases.ts'
import { EmailField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'

interface Sent {
  email: string
}

interface Props {
  schema: z.ZodMiniType<Sent>
  initialEmail: string
  /** Names the form for screen readers. */
  label: string
  submit: string
  send: (body: Sent) => Promise<unknown>
  onSent: (email: string) => unknown
}

/** Asks for the email to which something is sent. */
export function EmailForm({ schema, initialEmail, label, submit, send, onSent }: Props) {
  const t = useT()
  const form = useForm({ schema, initial: { email: initialEmail } })
  const submission = useSubmit(form, { failed: 'passwords:failed', send, onDone: (_, { email }) => onSent(email) })
  return (
    <Form {...submission} label={label}>
      <EmailField {...form.field('email')} label={t('fields:email')} autoComplete="username" />
      <Button type="submit" isWide isPending={submission.isPending}>
        {submit}
      </Button>
    </Form>
  )
}
