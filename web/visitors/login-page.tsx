import { Suspense, useState, useSyncExternalStore } from 'react'
import { credentials } from '../../contract/session/endpoints.ts'
import { ApiError } from '../api/api-error.ts'
import { leaveFor, useSubmit } from '../editing/use-submit.ts'
import { createPasswordAddress, safeRedirect, verificationStatusAddress } from '../paths.ts'
import { AppLinks } from '../preferences/app-links.tsx'
import { lazyPage } from '../loading/lazy-page.ts'
import { loadReadyTimes } from '../session/ready-times.ts'
import { pageTitle, usePreferences } from '../preferences/preferences.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useT } from '../ui/phrases.ts'
import { lastingMessage, subscribeToMessages } from '../ui/snackbar-store.ts'
import { EmailField } from '../ui/text-field.tsx'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { useForm } from '../ui/use-form.ts'
import * as styles from './entrance.module.css'
import { Entrance, EntranceHeading } from './entrance.tsx'
import { handOverToPassword, keepUnverifiedEmail, takeHandedOverEmail } from '../session/kept-in-tab.ts'
import { logIn } from './log-in.ts'

export function LoginPage() {
  const t = useT()
  useDocumentTitle(pageTitle(usePreferences(), t('shell:page.login')))
  return (
    <Entrance>
      <EntranceHeading title={t('shell:page.login')} intro={t('session:intro')} />
      <LastingMessage />
      <StillTold />
      <LoginForm />
      <p className={styles.below}>
        <a href="/password-reset">{t('session:forgottenPassword')}</a>
      </p>
      <CreateAccountLink />
      <RedeemInviteLink />
    </Entrance>
  )
}

/**
 * A message about the end of the session or the previous page, which stays as long as this page and is announced when
 * it appears.
 */
function LastingMessage() {
  const message = useSyncExternalStore(subscribeToMessages, lastingMessage)
  return (
    <div aria-live="polite" className={styles.message}>
      {message && <Alert tone={message.tone}>{message.text}</Alert>}
    </div>
  )
}

/** Loaded only if a session that ended has left times of ready tests. */
const ReadyAfterSession = lazyPage(async () => (await import('./ready-after-session.tsx')).ReadyAfterSession)

/** Announces ready tests to people who had alerts on and were logged out for being idle. */
function StillTold() {
  const [times] = useState(loadReadyTimes)
  if (times.length === 0) return null
  return (
    <div className={styles.message}>
      <Suspense fallback={null}>
        <ReadyAfterSession times={times} />
      </Suspense>
    </div>
  )
}

/** Asks for the password, and for the email unless the previous page handed it over; then loads the wanted page. */
export function LoginForm() {
  const t = useT()
  const [handedOver] = useState(takeHandedOverEmail)
  const form = useForm({
    schema: credentials,
    initial: { username: handedOver ?? '', password: '' },
  })

  const [isOfTheApp, setOfTheApp] = useState(false)
  const wanted = safeRedirect(new URLSearchParams(window.location.search).get('redirect'))
  const submission = useSubmit(form, {
    failed: 'session:failed',
    send: logIn,
    // Going back to the login page would suggest that they were logged out.
    onDone: () => leaveFor(wanted, 'replace'),
    onFailure: (error, body) => {
      if (!(error instanceof ApiError)) return false
      const { status, code, token, email } = error
      setOfTheApp(code === 'no-permission-for-web')
      if (code === 'password-update-required' && token !== undefined && email !== undefined) {
        handOverToPassword({ token, email, why: 'due', wanted })
        return leaveFor(createPasswordAddress(token))
      }
      if (code === 'email-unverified' && email !== undefined) {
        // During a change of email, the previous email can still be used here.
        keepUnverifiedEmail(email, email.toLowerCase() !== body?.username.toLowerCase())
        return leaveFor(verificationStatusAddress)
      }
      // The server's message becomes the field's validation message (spec §8).
      if (status === 401) form.showErrors({ password: error.message })
      return status === 401
    },
  })

  return (
    <Form {...submission} label={t('shell:page.login')}>
      {isOfTheApp && <InTheApp />}
      <EmailField {...form.field('username')} label={t('fields:email')} autoComplete="username" />
      <PasswordField {...form.field('password')} label={t('fields:password')} autoComplete="current-password" />
      <Button type="submit" isWide isPending={submission.isPending}>
        {t('session:submit')}
      </Button>
    </Form>
  )
}

/** Points users without access to the web to the tenant's app, if there is one. */
function InTheApp() {
  const t = useT()
  const { ios, android } = usePreferences().appLinks
  if (ios === null && android === null) return null
  return (
    <div className={styles.app}>
      <p>{t('session:useApp')}</p>
      <AppLinks />
    </div>
  )
}

/** A link from the login page to registration, unless the tenant prevents it. */
function CreateAccountLink() {
  const t = useT()
  if (usePreferences().features.includes('PREVENT_SELF_REGISTRATION')) return null
  return (
    <p className={styles.below}>
      <a href="/self-registration">{t('shell:page.selfRegistration')}</a>
    </p>
  )
}

/** A link from the login page to the code of an invite, unless the tenant does not invite patients. */
function RedeemInviteLink() {
  const t = useT()
  if (usePreferences().features.includes('PREVENT_PATIENT_INVITES')) return null
  return (
    <p className={styles.below}>
      <a href="/patient-registration">{t('session:haveInviteCode')}</a>
    </p>
  )
}
