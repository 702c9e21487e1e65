import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { emailWithPassword } from '../../contract/session/passwords.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { Link } from '../routing/link.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { useT } from '../ui/phrases.ts'
import { EmailField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import * as styles from './entrance.module.css'
import { BackToLogin, EntranceHeading } from './entrance.tsx'
import { forgetHandOver, handedOverWith, type HandOver } from '../session/kept-in-tab.ts'
import { logInByChoice } from './log-in.ts'
import { isLinkInvalid } from './opening-link.tsx'
import { setPasswordByLink } from './set-password.ts'

/**
 * Sets a password with the token in the address: from an email, from the login page when the old password must be
 * changed, or from an invitation.
 */
export function CreatePasswordPage() {
  const { token = '' } = useSearch({ strict: false })
  const [handedOver] = useState(() => handedOverWith(token))
  return (
    <>
      <CreatePasswordForm token={token} handedOver={handedOver} />
      <BackToLogin />
    </>
  )
}

interface FormProps {
  token: string
  /** Data handed over by the login page or an invitation; undefined for the link of a forgotten password. */
  handedOver: HandOver | undefined
}

/** Asks for email and password. Once the password is set, the person is logged in with it. */
function CreatePasswordForm({ token, handedOver }: FormProps) {
  const t = useT()
  const isFirst = handedOver?.why === 'first'
  const title = t(isFirst ? 'passwords:create.firstTitle' : 'passwords:create.title')
  const passwordLabel = t(isFirst ? 'fields:password' : 'passwords:create.password')
  const { name, productName } = usePreferences()
  const [link, setLink] = useState<'untried' | 'refused' | 'retried'>('untried')
  const form = useForm({
    schema: emailWithPassword,
    initial: { email: handedOver?.email ?? '', password: '' },
    labels: { password: passwordLabel },
  })
  const { values, field } = form
  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    send: (body) => setPasswordByLink({ ...body, token }, handedOver?.invitation),
    onDone: (_, { email, password }) => {
      forgetHandOver()
      return logInByChoice(
        { username: email, password },
        {
          wanted: handedOver?.wanted,
          done: t('passwords:create.loggedIn'),
          otherwise: t(isFirst ? 'passwords:create.firstDone' : 'passwords:create.changed'),
        },
      )
    },
    onFailure: (error) => {
      if (isLinkInvalid(error)) setLink('refused')
      return isLinkInvalid(error)
    },
  })

  if (link === 'refused') return <LinkInvalid email={values.email} onCorrect={() => setLink('retried')} />
  return (
    <>
      <EntranceHeading
        title={title}
        intro={isFirst ? t('passwords:create.firstIntro', { product: productName }) : t('passwords:create.intro')}
        takesFocus={link === 'retried'}
      />
      <Form {...submission} label={title}>
        {handedOver?.why === 'due' && <Alert tone="notice">{t('passwords:create.mustChange')}</Alert>}
        <EmailField {...field('email')} label={t('fields:email')} autoComplete="username" />
        <NewPasswordField {...field('password')} label={passwordLabel} known={[values.email, name, productName]} />
        <Button type="submit" isWide isPending={submission.isPending}>
          {t('passwords:create.submit')}
        </Button>
      </Form>
    </>
  )
}

interface LinkInvalidProps {
  /** The email as typed: a link belongs to one email, so a typing error looks like an invalid link. */
  email: string
  onCorrect: () => void
}

/** Reports an invalid link and offers a new one. */
function LinkInvalid({ email, onCorrect }: LinkInvalidProps) {
  const t = useT()
  return (
    <>
      <EntranceHeading
        title={t('passwords:create.linkTitle')}
        intro={t('passwords:create.linkText', { email })}
        takesFocus
      />
      <div className={styles.actions}>
        <Link {...paths.passwordReset()} className={buttonClass('filled', true)}>
          {t('passwords:create.newLink')}
        </Link>
        <Button variant="default" isWide onClick={onCorrect}>
          {t('passwords:create.checkEmail')}
        </Button>
      </div>
    </>
  )
}
