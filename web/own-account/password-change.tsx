import { useQueryClient } from '@tanstack/react-query'
import { listMySessions, passwordChange, updateMyPassword } from '../../contract/own-account/endpoints.ts'
import { call } from '../api/client.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { useUser } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { useForm } from '../ui/use-form.ts'

const empty = { currentPassword: '', password: '' }

/** Asks for the current and a new password. The change logs out other browsers. */
export function PasswordChange() {
  const t = useT()
  const user = useUser()
  const { productName } = usePreferences()
  const queries = useQueryClient()
  const form = useForm({
    schema: passwordChange,
    initial: empty,
    labels: { password: t('passwords:create.password') },
  })
  const { field } = form
  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    send: (body) => call(updateMyPassword, { body, errors: 'caller' }),
    onDone: () => {
      form.restart(() => empty)
      showMessage(say('ownAccount:passwordChanged'), 'success')
      return queries.invalidateQueries({ queryKey: [listMySessions.name] })
    },
  })

  return (
    <Form {...submission} label={t('ownAccount:passwordTitle')}>
      {/* Password managers store a password under the name that precedes it. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <PasswordField
        {...field('currentPassword')}
        label={t('fields:currentPassword')}
        autoComplete="current-password"
      />
      <NewPasswordField
        {...field('password')}
        label={t('passwords:create.password')}
        known={[user.email, user.fullName, user.tenant.name, productName]}
      />
      <div>
        <Button type="submit" variant="default" isPending={submission.isPending}>
          {t('ownAccount:passwordSubmit')}
        </Button>
      </div>
    </Form>
  )
}
