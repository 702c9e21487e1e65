import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { languageTag } from '../../contract/phrases/translate.ts'
import { shortDateFormats } from '../../contract/rules/formats.ts'
import { selfRegistration } from '../../contract/session/registration.ts'
import { paths } from '../paths.ts'
import { usePreferences } from '../tenants/queries.ts'
import { Button } from '../ui/button.tsx'
import { countryOptions } from '../ui/country-options.ts'
import { DateField } from '../ui/date-field.tsx'
import { Form } from '../ui/form.tsx'
import { MobileFields } from '../ui/mobile-fields.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { entryFormat, patternHint, typedDate } from '../ui/typed-date.ts'
import { useForm } from '../ui/use-form.ts'
import { TermsField } from './terms-field.tsx'
import { emptyRegistration, readRegistration } from './typed-registration.ts'
import { keepUnverifiedEmail } from './unverified-email.ts'
import { sendRegistration } from './verification-calls.ts'

/** Asks for what an account of one's own needs; then goes to where the mail is explained. Keeps its input on any failure. */
export function RegistrationForm() {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const { countries, dateFormat, name, phoneRegex, productName } = usePreferences()
  const typing = entryFormat(dateFormat.web?.short ?? shortDateFormats[locale])
  const hint = patternHint(typing, languageTag(locale))
  const [isPending, setPending] = useState(false)
  const [message, setMessage] = useState<string>()
  const { form, values, errors, set, field, validate, showErrors } = useForm({
    schema: selfRegistration,
    initial: emptyRegistration(countries),
    labels: { email: t('session:email'), password: t('session:password') },
  })

  async function submit() {
    setMessage(undefined)
    setPending(true)
    const { candidate, errors: also } = await readRegistration(values, { typing, hint, locale, phoneRegex })
    const valid = validate(candidate, also)
    const outcome = valid && (await sendRegistration(valid))
    if (valid !== undefined && outcome?.is === 'done') {
      keepUnverifiedEmail(valid.email)
      await navigate(paths.verificationStatus())
      return
    }
    setPending(false)
    if (outcome?.is !== 'refused') return
    setMessage(outcome.message)
    showErrors(outcome.errors ?? {})
  }

  return (
    <Form
      ref={form}
      label={t('registration:title')}
      error={message}
      isPending={isPending}
      onSubmit={() => void submit()}
    >
      <TextField {...field('fullName')} label={t('validation:field.fullName')} autoComplete="name" />
      <TextField
        {...field('email')}
        label={t('session:email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NewPasswordField
        {...field('password')}
        label={t('session:password')}
        known={[values.email, values.fullName, name, productName]}
      />
      <DateField
        {...field('dateOfBirth')}
        label={t('validation:field.dateOfBirth')}
        help={t('registration:dateHelp', { example: typedDate('1980-03-27', typing) })}
        hint={hint}
        autoComplete="bday"
        onChange={(typed) => set('dateOfBirth', typed)}
      />
      {countries.length > 1 && (
        <SelectField
          {...field('country')}
          label={t('validation:field.country')}
          options={countryOptions(countries, locale, t('registration:choose'))}
          autoComplete="country"
          onChange={(chosen) => set('country', chosen)}
        />
      )}
      <MobileFields country={field('mobile.country')} number={field('mobile.number')} countries={countries} set={set} />
      <TermsField
        isChecked={values.termsAccepted}
        error={errors.termsAccepted}
        onChange={(isChecked) => set('termsAccepted', isChecked)}
      />
      <Button type="submit" isWide isPending={isPending}>
        {t('registration:submit')}
      </Button>
    </Form>
  )
}
