import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ownDetails, updateMyDetails } from '../../contract/own-account/endpoints.ts'
import type { User } from '../../contract/own-account/user.ts'
import type { TypedPhone } from '../../contract/rules/phone.ts'
import { countries as allCountries, type Country } from '../../contract/rules/postcode.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { userQuery, useUser } from '../session/queries.ts'
import { usePreferences } from '../tenants/queries.ts'
import { Button } from '../ui/button.tsx'
import { onlyCountry } from '../ui/country-options.ts'
import { Form } from '../ui/form.tsx'
import { MobileFields } from '../ui/mobile-fields.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { mobileErrors, typedMobile } from '../ui/typed-mobile.ts'
import { useForm } from '../ui/use-form.ts'

/** The user's name and mobile number. What somebody else stored meanwhile is shown before it is replaced. */
export function DetailsForm({ mobile }: { mobile: TypedPhone }) {
  const t = useT()
  const user = useUser()
  const queries = useQueryClient()
  const { countries, phoneRegex } = usePreferences()
  // What stands in the fields began from this; `user` may be newer.
  const [seen, setSeen] = useState(user)
  const [isStale, setStale] = useState(false)
  const form = useForm({
    schema: ownDetails,
    initial: {
      fullName: user.fullName,
      'mobile.country': mobile.country || onlyCountry(countries),
      'mobile.number': mobile.number,
    },
  })
  const { values, field, set } = form
  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    read: async () => {
      setStale(false)
      const typed = { country: values['mobile.country'], number: values['mobile.number'] }
      const candidate = { fullName: values.fullName, mobile: typed.number.trim() === '' ? null : typed }
      return { candidate, errors: await mobileErrors(typed, phoneRegex) }
    },
    send: async (body) => {
      const headers = { 'If-Match': `"${versionSeen(seen, user)}"` }
      return (await call(updateMyDetails, { body, headers, errors: 'caller' })).data
    },
    onDone: async (stored) => {
      const typed = stored.mobile === null ? undefined : await typedMobile(stored.mobile)
      queries.setQueryData(userQuery.queryKey, stored)
      setSeen(stored)
      form.setValues(({ 'mobile.country': country }) => ({
        fullName: stored.fullName,
        'mobile.country': typed?.country ?? country,
        'mobile.number': typed?.number ?? '',
      }))
      showMessage(say('ownAccount:detailsUpdated'))
    },
    // Before a change by somebody else is told of, it is fetched: saving again replaces it.
    onFailure: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 412) return false
      setSeen(await queries.fetchQuery({ ...userQuery, staleTime: 0 }))
      setStale(true)
      return true
    },
  })

  return (
    <Form
      {...submission}
      label={t('ownAccount:details')}
      error={isStale ? t('ownAccount:detailsStale', { stored: storedWords(user) }) : submission.error}
    >
      <TextField {...field('fullName')} label={t('fields:fullName')} autoComplete="name" />
      <MobileFields
        country={field('mobile.country')}
        number={field('mobile.number')}
        countries={withOwn(countries, mobile.country)}
        set={set}
      />
      <div>
        <Button type="submit" isPending={submission.isPending}>
          {t('ownAccount:detailsSubmit')}
        </Button>
      </div>
    </Form>
  )
}

/** A newer version counts as seen when it changed nothing that stands in the form, as a change of language does not. */
function versionSeen(seen: User, stored: User): number {
  const isSame = stored.fullName === seen.fullName && stored.mobile === seen.mobile
  return isSame ? stored.version : seen.version
}

/** A number may be of a country that the tenant does not offer any more. */
function withOwn(offered: readonly Country[], own: string): Country[] {
  return [...offered, ...allCountries.filter((country) => country === own && !offered.includes(country))]
}

function storedWords({ fullName, mobile }: User): string {
  return mobile === null ? fullName : `${fullName}, ${mobile}`
}
