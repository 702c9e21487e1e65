import { useState } from 'react'
import { emailWithPassword } from '../../contract/session/passwords.ts'
import {
  confirmation,
  verifyEmail,
  verifyRegistration,
  type Confirmation as Sent,
  type OpenedLink,
} from '../../contract/session/registration.ts'
import { call } from '../api/client.ts'
import { usePreferences } from '../tenants/queries.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Form } from '../ui/form.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useT } from '../ui/phrases.ts'
import { useForm } from '../ui/use-form.ts'
import styles from './entrance.module.css'
import { EntranceHeading } from './entrance.tsx'
import { outcomeOf, type Outcome } from './outcome.ts'
import { setPasswordByLink } from './set-password.ts'

/** What the link of a mail confirms: the email of a registration, or the new one of a change. */
type Confirmed = 'registration' | 'change'

interface Props {
  confirms: Confirmed
  /** What the address of the link holds. */
  id: string
  link: OpenedLink
  onConfirmed: () => void
  onInvalid: () => void
}

/**
 * Says which email a link confirms and asks for a click, and in another browser than the one that asked for it for the
 * password. Of a registration, whoever does not know the password sets another one: who reads the mail decides.
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
  const { isPending, message, send } = useSending(onConfirmed, onInvalid)
  const { form, values, field, validate, showErrors } = useForm({
    schema: confirmation,
    initial: { password: '' },
    labels: { password: t('registration:confirm.password') },
  })

  async function submit() {
    const valid = validate({ id, ...(asksPassword && values) })
    if (valid === undefined) return
    const errors = await send(() => sendConfirmation(confirms, valid))
    if (errors === undefined) return
    // The browser is not recognised any more.
    if (errors.password !== undefined) setAsksPassword(true)
    showErrors(errors)
  }

  return (
    <>
      <EntranceHeading
        title={t('registration:confirm.title')}
        intro={t(`registration:confirm.${confirms}`, { product: productName })}
        takesFocus={isBack}
      />
      <Form
        ref={form}
        label={t('registration:confirm.title')}
        error={message}
        isPending={isPending}
        onSubmit={() => void submit()}
      >
        <Facts
          facts={[
            { label: t('session:email'), value: email },
            { label: t('fields:fullName'), value: fullName },
          ]}
        />
        {asksPassword && (
          <PasswordField
            {...field('password')}
            label={t('registration:confirm.password')}
            help={t('registration:confirm.passwordHelp')}
            autoComplete="current-password"
          />
        )}
        <Button type="submit" isWide isPending={isPending}>
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
  const { isPending, message, send } = useSending(onConfirmed, onInvalid)
  const { form, field, validate, showErrors } = useForm({
    schema: emailWithPassword,
    initial: { email, password: '' },
    labels: { password: t('passwords:create.password') },
  })

  async function submit() {
    const valid = validate()
    if (valid === undefined) return
    const errors = await send(() => setPasswordByLink({ ...valid, token: id }))
    if (errors !== undefined) showErrors(errors)
  }

  return (
    <>
      <EntranceHeading
        title={t('registration:confirm.newTitle')}
        intro={t('registration:confirm.newIntro', { email })}
        takesFocus
      />
      <Form
        ref={form}
        label={t('registration:confirm.newTitle')}
        error={message}
        isPending={isPending}
        onSubmit={() => void submit()}
      >
        {/* Password managers keep a password with the name that stands before it. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <NewPasswordField
          {...field('password')}
          label={t('passwords:create.password')}
          known={[email, fullName, name, productName]}
        />
        <Button type="submit" isWide isPending={isPending}>
          {t('registration:confirm.newSubmit')}
        </Button>
        <Button variant="quiet" isWide onClick={onBack}>
          {t('registration:confirm.knownPassword')}
        </Button>
      </Form>
    </>
  )
}

/** Sends a form that confirms; answers what is wrong at its fields, and nothing when there is nothing left to do. */
function useSending(onConfirmed: () => void, onInvalid: () => void) {
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()

  async function send(sending: () => Promise<Outcome>) {
    setMessage(undefined)
    setPending(true)
    const outcome = await sending()
    setPending(false)
    if (outcome.is === 'done') return onConfirmed()
    if (outcome.is === 'link-invalid') return onInvalid()
    setMessage(outcome.message)
    return outcome.errors
  }

  return { isPending, message, send }
}

/** Confirms an email. Never throws: every failure has its words. */
async function sendConfirmation(confirms: Confirmed, body: Sent): Promise<Outcome> {
  const endpoint = confirms === 'registration' ? verifyRegistration : verifyEmail
  return await outcomeOf(call(endpoint, { body, errors: 'caller' }))
}
