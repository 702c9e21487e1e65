import { useNavigate } from '@tanstack/react-router'
import { languageOf, localeFacts, type Locale } from '../../contract/locales.ts'
import type { Country } from '../../contract/rules/countries.ts'
import { selfRegister, selfRegistration } from '../../contract/session/registration.ts'
import { call } from '../api/client.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Button } from '../ui/button.tsx'
import { countryOptions, onlyCountry } from '../ui/country-options.ts'
import { DateField } from '../ui/date-field.tsx'
import { Form } from '../ui/form.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { PhoneFields } from '../ui/phone-fields.tsx'
import { t, useLocale, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { EmailField, TextField } from '../ui/text-field.tsx'
import { entryFormat, parseBirthDate, patternHint, typedDate } from '../ui/typed-date.ts'
import { givenPhone, phoneErrors } from '../ui/typed-phone.ts'
import { useForm, type FieldErrors } from '../ui/use-form.ts'
import { BackToLogin, EntranceHeading } from './entrance.tsx'
import { keepUnverifiedEmail } from '../session/kept-in-tab.ts'
import { TermsField } from './terms-field.tsx'

export function SelfRegistrationPage() {
  const t = useT()
  const { name, subjects } = usePreferences()
  const intro = subjects.kind === 'human' ? 'registration:intro' : 'registration:introOther'
  return (
    <>
      <EntranceHeading title={t('shell:page.selfRegistration')} intro={t(intro, { tenant: name })} />
      <RegistrationForm />
      <BackToLogin />
    </>
  )
}

/** Asks for the data of an account, then goes to the page about the email. The typed data survives any failure. */
function RegistrationForm() {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const { countries, dateFormat, name, phoneRegex, productName } = usePreferences()
  const typing = entryFormat(dateFormat.web?.short ?? localeFacts[locale].shortDate)
  const hint = patternHint(typing, locale)
  const form = useForm({
    schema: selfRegistration,
    initial: emptyRegistration(countries),
  })
  const { values, errors, set, field } = form
  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    read: () => readRegistration(values, { typing, hint, locale, phoneRegex }),
    send: (body) => call(selfRegister, { body, errors: 'caller' }),
    onDone: (_, { email }) => {
      keepUnverifiedEmail(email)
      return navigate(paths.verificationStatus())
    },
  })

  return (
    <Form {...submission} label={t('shell:page.selfRegistration')}>
      <TextField {...field('fullName')} label={t('fields:fullName')} autoComplete="name" />
      <EmailField {...field('email')} label={t('fields:email')} autoComplete="email" />
      <NewPasswordField
        {...field('password')}
        label={t('fields:password')}
        known={[values.email, values.fullName, name, productName]}
      />
      <DateField
        {...field('dateOfBirth')}
        label={t('fields:dateOfBirth')}
        help={t('registration:dateHelp', { example: typedDate('1980-03-27', typing) })}
        hint={hint}
        autoComplete="bday"
        onChange={(typed) => set('dateOfBirth', typed)}
      />
      {countries.length > 1 && (
        <SelectField
          {...field('country')}
          label={t('fields:country')}
          options={countryOptions(countries, locale, t('registration:choose'))}
          autoComplete="country"
          onChange={(chosen) => set('country', chosen)}
        />
      )}
      <PhoneFields
        legend={t('fields:mobile')}
        country={field('mobile.country')}
        number={field('mobile.number')}
        countries={countries}
        onCountry={(chosen) => set('mobile.country', chosen)}
      />
      <TermsField
        isChecked={values.termsAccepted}
        error={errors.termsAccepted}
        onChange={(isChecked) => set('termsAccepted', isChecked)}
      />
      <Button type="submit" isWide isPending={submission.isPending}>
        {t('registration:submit')}
      </Button>
    </Form>
  )
}

/** The registration's fields, named as in the server's messages. */
type TypedRegistration = ReturnType<typeof emptyRegistration>

/** The empty form. A single country is already chosen. */
function emptyRegistration(countries: readonly Country[]) {
  const country: string = onlyCountry(countries)
  return {
    fullName: '',
    email: '',
    password: '',
    dateOfBirth: '',
    country,
    'mobile.country': country,
    'mobile.number': '',
    termsAccepted: false,
  }
}

interface Reading {
  /** The pattern for typing dates, and its form in the reader's language. */
  typing: string
  hint: string
  locale: Locale
  phoneRegex: string | null
}

/**
 * Converts the typed data to the request body, not yet validated, and reports the errors that only the text itself
 * shows.
 */
async function readRegistration(
  typed: TypedRegistration,
  { typing, hint, locale, phoneRegex }: Reading,
): Promise<{ candidate: unknown; errors: FieldErrors }> {
  const { 'mobile.country': country, 'mobile.number': number, ...rest } = typed
  const mobile = givenPhone({ country, number })
  const isDateEmpty = typed.dateOfBirth.trim() === ''
  const dateOfBirth = parseBirthDate(typed.dateOfBirth, typing)
  const errors: FieldErrors = await phoneErrors('mobile', { country, number }, phoneRegex)
  if (!isDateEmpty && dateOfBirth === undefined) errors.dateOfBirth = t('rules:date', { format: hint })
  return { candidate: { ...rest, dateOfBirth, mobile, lang: languageOf(locale) }, errors }
}
