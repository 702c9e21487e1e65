import { emailChange, updateMyEmail } from '../../contract/own-account/endpoints.ts'
import { meantEmail } from '../../contract/rules/name-and-email.ts'
import { call } from '../api/client.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { verificationStatusAddress } from '../paths.ts'
import { useSessionEnd, useUser } from '../session/queries.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { EmailField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'

const empty = { email: '', currentPassword: '' }

/**
 * Asks for a new email and the password. The change ends every session, and the new address must be verified before the
 * next login.
 */
export function EmailChange() {
  const t = useT()
  const user = useUser()
  const endSession = useSessionEnd()
  const form = useForm({
    schema: emailChange,
    initial: empty,
    labels: { email: t('ownAccount:newEmail') },
  })
  const { field, values } = form
  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    read: () => {
      const isSame = meantEmail(values.email).toLowerCase() === user.email.toLowerCase()
      return { candidate: values, ...(isSame && { errors: { email: t('rules:sameEmail') } }) }
    },
    send: (body) => call(updateMyEmail, { body, errors: 'caller' }),
    onDone: (_, { email }) => endSession(verificationStatusAddress, say('ownAccount:emailChanged'), 'notice', email),
  })

  return (
    <Form {...submission} label={t('ownAccount:emailTitle')}>
      <EmailField {...field('email')} label={t('ownAccount:newEmail')} autoComplete="email" />
      <PasswordField
        {...field('currentPassword')}
        label={t('fields:currentPassword')}
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" variant="default" isPending={submission.isPending}>
          {t('ownAccount:emailSubmit')}
        </Button>
      </div>
    </Form>
  )
}
