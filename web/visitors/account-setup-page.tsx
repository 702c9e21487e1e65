import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { inviteeAccount, redeemInvite } from '../../contract/invites/endpoints.ts'
import { languageOf, localeFacts } from '../../contract/locales.ts'
import { wantedLanguages } from '../browser.ts'
import { call } from '../api/client.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Facts } from '../ui/facts.tsx'
import { Form } from '../ui/form.tsx'
import { chooseLocale } from '../ui/locale.ts'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { setLocale, useLocale, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { parseBirthDate, typedDate } from '../ui/typed-date.ts'
import { useForm } from '../ui/use-form.ts'
import { BackToLogin, EntranceHeading } from './entrance.tsx'
import { InviteCodeForm, InviteLookUp, type OpenInvite } from './invite-code-page.tsx'
import { InviteQr } from './invite-qr.tsx'
import { keepUnverifiedEmail } from '../session/kept-in-tab.ts'
import { chooseLanguage } from './language-select.tsx'
import { logInByChoice } from './log-in.ts'
import { isLinkInvalid } from './opening-link.tsx'
import { TermsField } from './terms-field.tsx'

/** The page on which invited patients create their account; the address holds the code of the invite. */
export function AccountSetupPage() {
  const { newUser = '' } = useSearch({ strict: false })
  return (
    <InviteLookUp text={newUser}>{(invite, code) => <AccountSetupForm invite={invite} code={code} />}</InviteLookUp>
  )
}

const empty = { fullName: '', dateOfBirth: '', password: '', termsAccepted: false }

/**
 * Asks an invited patient for the data of their account. The typed data survives if the code expires in the meantime.
 */
function AccountSetupForm({ invite, code }: { invite: OpenInvite; code: string }) {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const dates = useDates()
  const preferences = usePreferences()
  const { name, productName } = preferences
  const [refused, setRefused] = useState<string>()
  const form = useForm({ schema: inviteeAccount, initial: empty })
  const { values, errors, set, field } = form

  // If none of the browser's languages is the tenant's, the language that staff chose for the patient is the best
  // guess.
  useEffect(
    () => void setLocale(chooseLocale(preferences, [...wantedLanguages(), invite.lang])),
    [preferences, invite.lang],
  )

  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    read: () => {
      const dateOfBirth = parseBirthDate(values.dateOfBirth, dates.typing)
      const isUnread = values.dateOfBirth.trim() !== '' && dateOfBirth === undefined
      return {
        candidate: { ...values, dateOfBirth, code, lang: languageOf(locale) },
        errors: isUnread ? { dateOfBirth: t('rules:date', { format: dates.hint }) } : {},
      }
    },
    send: async (body) => (await call(redeemInvite, { body, errors: 'caller' })).data,
    onDone: ({ email, emailVerification }, { password }) => {
      if (emailVerification === 'unverified') {
        keepUnverifiedEmail(email)
        return navigate(paths.verificationStatus())
      }
      return logInByChoice(
        { username: email, password },
        { done: t('invitee:setup.loggedIn'), otherwise: t('invitee:setup.done') },
      )
    },
    onFailure: (error) => {
      if (isLinkInvalid(error)) setRefused(code)
      return isLinkInvalid(error)
    },
  })

  if (refused === code) return <InviteCodeForm refused={code} />
  return (
    <>
      <EntranceHeading
        title={t('shell:page.accountSetup')}
        intro={t('invitee:setup.intro', { organisation: invite.organisation, product: productName })}
      />
      <Form {...submission} label={t('shell:page.accountSetup')}>
        <Facts
          facts={[
            { label: t('fields:email'), value: invite.email },
            { label: t('invitee:setup.invitedTo'), value: `${invite.group}, ${invite.organisation}` },
          ]}
        />
        {/* Password managers store a password under the name that precedes it. */}
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
          label={t('fields:password')}
          known={[invite.email, values.fullName, name, productName]}
        />
        <LanguageField />
        <TermsField
          isChecked={values.termsAccepted}
          error={errors.termsAccepted}
          onChange={(isChecked) => set('termsAccepted', isChecked)}
        />
        <Button type="submit" isWide isPending={submission.isPending}>
          {t('invitee:setup.submit')}
        </Button>
      </Form>
      <InviteQr code={code} help="invitee:qr.new" />
      <BackToLogin />
    </>
  )
}

/** Asks for the language of the new account, which is also that of the page. Renders nothing without a choice. */
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
      options={availableLanguages.map((value) => ({ value, label: localeFacts[value].name }))}
      onChange={(chosen) => chooseLanguage(chosen, availableLanguages)}
    />
  )
}
