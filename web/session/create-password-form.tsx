import { useState } from 'react'
import { emailWithPassword } from '../../contract/session/passwords.ts'
import { loginAddress } from '../paths.ts'
import { usePreferences } from '../tenants/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { useT } from '../ui/phrases.ts'
import { keepMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { EntranceHeading } from './entrance.tsx'
import { LinkInvalid } from './link-invalid.tsx'
import { forgetHandOver, type HandOver } from './password-hand-over.ts'
import { setPasswordByLink } from './password-links.ts'

interface Props {
  token: string
  /** By the login page or an invitation; undefined for whoever came by the link of a forgotten password. */
  handedOver: HandOver | undefined
}

/** Asks for email and password; once it is set, goes to the login page, which says so. */
export function CreatePasswordForm({ token, handedOver }: Props) {
  const t = useT()
  const isFirst = handedOver?.why === 'first'
  const title = t(isFirst ? 'passwords:create.firstTitle' : 'passwords:create.title')
  const passwordLabel = t(isFirst ? 'session:password' : 'passwords:create.password')
  const { name, productName } = usePreferences()
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const [link, setLink] = useState<'untried' | 'refused' | 'retried'>('untried')
  const { form, values, field, validate, showErrors } = useForm({
    schema: emailWithPassword,
    initial: { email: handedOver?.email ?? '', password: '' },
    labels: { email: t('session:email'), password: passwordLabel },
  })

  async function submit() {
    setMessage(undefined)
    const valid = validate()
    if (valid === undefined) return
    setPending(true)
    const outcome = await setPasswordByLink({ ...valid, token }, handedOver?.invitation)
    if (outcome.is === 'done') {
      forgetHandOver()
      keepMessage(t(isFirst ? 'passwords:create.firstDone' : 'passwords:create.changed'))
      window.location.assign(loginAddress(handedOver?.wanted))
      return
    }
    setPending(false)
    if (outcome.is === 'link-invalid') return setLink('refused')
    setMessage(outcome.message)
    showErrors(outcome.errors ?? {})
  }

  if (link === 'refused') return <LinkInvalid email={values.email} onCorrect={() => setLink('retried')} />
  return (
    <>
      <EntranceHeading
        title={title}
        intro={isFirst ? t('passwords:create.firstIntro', { product: productName }) : t('passwords:create.intro')}
        takesFocus={link === 'retried'}
      />
      <Form ref={form} label={title} error={message} isPending={isPending} onSubmit={() => void submit()}>
        {handedOver?.why === 'due' && <Alert tone="notice">{t('passwords:create.mustChange')}</Alert>}
        <TextField
          {...field('email')}
          label={t('session:email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordField {...field('password')} label={passwordLabel} known={[values.email, name, productName]} />
        <Button type="submit" isWide isPending={isPending}>
          {t('passwords:create.submit')}
        </Button>
      </Form>
    </>
  )
}
