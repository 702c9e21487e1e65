import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { inviteeAccount, redeemInvite, type InviteeAccount } from '../../contract/invites/endpoints.ts'
import { languageOf } from '../../contract/rules/formats.ts'
import { call } from '../api/client.ts'
import { loginAddress, paths } from '../paths.ts'
import { useDates } from '../shell/use-dates.ts'
import { usePreferences } from '../tenants/queries.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Facts } from '../ui/facts.tsx'
import { Form } from '../ui/form.tsx'
import { localeNames } from '../ui/locale-names.ts'
import { chooseLocale } from '../ui/locale.ts'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { setLocale, useLocale, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { keepMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { parseTypedDate, typedDate } from '../ui/typed-date.ts'
import { useForm } from '../ui/use-form.ts'
import { BackToLogin, EntranceHeading } from './entrance.tsx'
import { InviteCodeForm, InviteLookUp, type OpenInvite } from './invite-code-page.tsx'
import { handOverEmail, keepUnverifiedEmail } from './kept-in-tab.ts'
import { chooseLanguage } from './language-select.tsx'
import { outcomeOf } from './outcome.ts'
import { TermsField } from './terms-field.tsx'

/** Where patients who were invited make their account; the address holds the code of the invite. */
export function AccountSetupPage() {
  const { newUser = '' } = useSearch({ strict: false })
  return (
    <InviteLookUp text={newUser}>{(invite, code) => <AccountSetupForm invite={invite} code={code} />}</InviteLookUp>
  )
}

const empty = { fullName: '', dateOfBirth: '', password: '', termsAccepted: false }

/** Asks an invited patient for what their account needs. What was typed outlives a code that ends meanwhile. */
function AccountSetupForm({ invite, code }: { invite: OpenInvite; code: string }) {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const dates = useDates()
  const preferences = usePreferences()
  const { name, productName } = preferences
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const { form, values, errors, set, field, validate, showErrors } = useForm({ schema: inviteeAccount, initial: empty })

  // Where the browser's languages are none of the tenant's, the one that staff chose for the patient is the best guess.
  useEffect(
    () => void setLocale(chooseLocale(preferences, [...navigator.languages, invite.lang])),
    [preferences, invite.lang],
  )

  async function submit() {
    setMessage(undefined)
    const dateOfBirth = parseTypedDate(values.dateOfBirth, dates.typing)
    const isUnread = values.dateOfBirth.trim() !== '' && dateOfBirth === undefined
    const valid = validate(
      { ...values, dateOfBirth, code, lang: languageOf(locale) },
      isUnread ? { dateOfBirth: t('rules:date', { format: dates.hint }) } : {},
    )
    if (valid === undefined) return
    setPending(true)
    const outcome = await setUpAccount(valid)
    if (outcome.is === 'done') {
      const { email, emailVerification } = outcome.account
      if (emailVerification === 'unverified') {
        keepUnverifiedEmail(email)
        return void navigate(paths.verificationStatus())
      }
      keepMessage(t('invitee:setup.done'))
      handOverEmail(email)
      return window.location.assign(loginAddress())
    }
    setPending(false)
    if (outcome.is === 'link-invalid') return setRefused(code)
    setMessage(outcome.message)
    showErrors(outcome.errors ?? {})
  }

  if (refused === code) return <InviteCodeForm refused={code} />
  return (
    <>
      <EntranceHeading
        title={t('invitee:setup.title')}
        intro={t('invitee:setup.intro', { organisation: invite.organisation, product: productName })}
      />
      <Form
        ref={form}
        label={t('invitee:setup.title')}
        error={message}
        isPending={isPending}
        onSubmit={() => void submit()}
      >
        <Facts
          facts={[
            { label: t('session:email'), value: invite.email },
            { label: t('invitee:setup.invitedTo'), value: `${invite.group}, ${invite.organisation}` },
          ]}
        />
        {/* Password managers keep a password with the name that stands before it. */}
        <input type="hidden" name="username" autoComplete="username" value={invite.email} />
        <TextField {...field('fullName')} label={t('fields:fullName')} autoComplete="name" />
        <DateField
          {...field('dateOfBirth')}
          label={t('fields:dateOfBirth')}
          help={t('registration:dateHelp', { example: typedDate('1980-03-27', dates.typing) })}
          hint={dates.hint}
          autoComplete="bday"
          onChange={(typed) => set('dateOfBirth', typed)}
        />
        <NewPasswordField
          {...field('password')}
          label={t('session:password')}
          known={[invite.email, values.fullName, name, productName]}
        />
        <LanguageField />
        <TermsField
          isChecked={values.termsAccepted}
          error={errors.termsAccepted}
          onChange={(isChecked) => set('termsAccepted', isChecked)}
        />
        <Button type="submit" isWide isPending={isPending}>
          {t('invitee:setup.submit')}
        </Button>
      </Form>
      <BackToLogin />
    </>
  )
}

/** Asks for the language of an account that is being made, which is the page's own. It shows nothing where there is no choice. */
function LanguageField() {
  const t = useT()
  const current = useLocale()
  const { availableLanguages } = usePreferences()
  if (availableLanguages.length < 2) return null
  return (
    <SelectField
      name="lang"
      label={t('invitee:setup.language')}
      value={current}
      options={availableLanguages.map((value) => ({ value, label: localeNames[value] }))}
      onChange={(chosen) => chooseLanguage(chosen, availableLanguages)}
    />
  )
}

/** Makes the account that an invite is for. Never throws: every failure has its words. */
async function setUpAccount(body: InviteeAccount) {
  const sending = call(redeemInvite, { body, errors: 'caller' })
  const outcome = await outcomeOf(sending)
  return outcome.is === 'done' ? { is: 'done' as const, account: (await sending).data } : outcome
}
