import { useState } from 'react'
import { emailWithPassword } from '../../contract/session/passwords.ts'
import { confirmation, verifyEmail, verifyRegistration, type OpenedLink } from '../../contract/session/registration.ts'
import { fieldErrors } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Form } from '../ui/form.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useT } from '../ui/phrases.ts'
import { useForm } from '../ui/use-form.ts'
import * as styles from './entrance.module.css'
import { EntranceHeading } from './entrance.tsx'
import { isLinkInvalid } from './opening-link.tsx'
import { setPasswordByLink } from './set-password.ts'

/** What the link of an email confirms: a registered email, or a changed one. */
type Confirmed = 'registration' | 'change'

interface Props {
  confirms: Confirmed
  id: string
  link: OpenedLink
  onConfirmed: () => void
  onInvalid: () => void
}

/**
 * Shows which email a link confirms and asks for a click, and in a browser other than the one that requested it also
 * for the password. A registrant who does not know the password sets a new one, because access to the mailbox decides.
 */
export function ConfirmEmail(props: Props) {
  const [setsPassword, setSetsPassword] = useState<boolean>()
  if (setsPassword) return <NewPassword {...props} onBack={() => setSetsPassword(false)} />
  return <Confirmation {...props} onOtherPassword={() => setSetsPassword(true)} isBack={setsPassword === false} />
}

function Confirmation({
  confirms,
  id,
  link: { email, fullName, needs },
  onConfirmed,
  onInvalid,
  onOtherPassword,
  isBack,
}: Props & { onOtherPassword: () => void; isBack: boolean }) {
  const t = useT()
  const { productName } = usePreferences()
  const [asksPassword, setAsksPassword] = useState(needs === 'password')
  const form = useForm({
    schema: confirmation,
    initial: { password: '' },
    labels: { password: t('registration:confirm.password') },
  })

  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    read: () => ({ candidate: { id, ...(asksPassword && form.values) } }),
    send: (body) => call(confirms === 'registration' ? verifyRegistration : verifyEmail, { body, errors: 'caller' }),
    onDone: onConfirmed,
    onFailure: (error) => {
      // The browser is no longer recognised.
      if (fieldErrors(error).password !== undefined) setAsksPassword(true)
      if (isLinkInvalid(error)) onInvalid()
      return isLinkInvalid(error)
    },
  })

  return (
    <>
      <EntranceHeading
        title={t('registration:confirm.title')}
        intro={t(`registration:confirm.${confirms}`, { product: productName })}
        takesFocus={isBack}
      />
      <Form {...submission} label={t('registration:confirm.title')}>
        <Facts
          facts={[
            { label: t('fields:email'), value: email },
            { label: t('fields:fullName'), value: fullName },
          ]}
        />
        {asksPassword && (
          <PasswordField
            {...form.field('password')}
            label={t('registration:confirm.password')}
            help={t('registration:confirm.passwordHelp')}
            autoComplete="current-password"
          />
        )}
        <Button type="submit" isWide isPending={submission.isPending}>
          {t('registration:confirm.submit')}
        </Button>
        {asksPassword && confirms === 'registration' && (
          <Button variant="default" isWide onClick={onOtherPassword}>
            {t('registration:confirm.otherPassword')}
          </Button>
        )}
      </Form>
      <p className={styles.notYou}>
        {t(
          confirms === 'registration' ? 'registration:confirm.notYouRegistration' : 'registration:confirm.notYouChange',
        )}
      </p>
    </>
  )
}

function NewPassword({
  id,
  link: { email, fullName },
  onConfirmed,
  onInvalid,
  onBack,
}: Props & { onBack: () => void }) {
  const t = useT()
  const { name, productName } = usePreferences()
  const form = useForm({
    schema: emailWithPassword,
    initial: { email, password: '' },
    labels: { password: t('passwords:create.password') },
  })

  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    send: (body) => setPasswordByLink({ ...body, token: id }),
    onDone: onConfirmed,
    onFailure: (error) => {
      if (isLinkInvalid(error)) onInvalid()
      return isLinkInvalid(error)
    },
  })

  return (
    <>
      <EntranceHeading
        title={t('registration:confirm.newTitle')}
        intro={t('registration:confirm.newIntro', { email })}
        takesFocus
      />
      <Form {...submission} label={t('registration:confirm.newTitle')}>
        {/* Password managers store a password under the name that precedes it. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <NewPasswordField
          {...form.field('password')}
          label={t('passwords:create.password')}
          known={[email, fullName, name, productName]}
        />
        <Button type="submit" isWide isPending={submission.isPending}>
          {t('registration:confirm.newSubmit')}
        </Button>
        <Button variant="quiet" isWide onClick={onBack}>
          {t('registration:confirm.knownPassword')}
        </Button>
      </Form>
    </>
  )
}
