import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ownDetails, updateMyDetails } from '../../contract/own-account/endpoints.ts'
import type { User } from '../../contract/own-account/user.ts'
import type { TypedPhone } from '../../contract/rules/phone.ts'
import { countries as allCountries, type Country } from '../../contract/rules/postcode.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/client.ts'
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
import { failureWords } from './failure-words.ts'

/** The user's name and mobile number. What somebody else stored meanwhile is shown before it is replaced. */
export function DetailsForm({ mobile }: { mobile: TypedPhone }) {
  const t = useT()
  const user = useUser()
  const queries = useQueryClient()
  const { countries, phoneRegex } = usePreferences()
  // What stands in the fields began from this; `user` may be newer.
  const [seen, setSeen] = useState(user)
  const { form, values, field, set, setValues, validate, showErrors } = useForm({
    schema: ownDetails,
    initial: {
      fullName: user.fullName,
      'mobile.country': mobile.country || onlyCountry(countries),
      'mobile.number': mobile.number,
    },
  })
  const save = useMutation({
    mutationFn: async () => {
      const typed = { country: values['mobile.country'], number: values['mobile.number'] }
      const candidate = { fullName: values.fullName, mobile: typed.number.trim() === '' ? null : typed }
      const body = validate(candidate, await mobileErrors(typed, phoneRegex))
      if (body === undefined) return undefined
      const headers = { 'If-Match': `"${versionSeen(seen, user)}"` }
      const { data } = await call(updateMyDetails, { body, headers, errors: 'caller' }).catch(refresh)
      return { stored: data, typed: data.mobile === null ? undefined : await typedMobile(data.mobile) }
    },
    onSuccess: (saved) => {
      if (saved === undefined) return
      queries.setQueryData(userQuery.queryKey, saved.stored)
      setSeen(saved.stored)
      setValues(({ 'mobile.country': country }) => ({
        fullName: saved.stored.fullName,
        'mobile.country': saved.typed?.country ?? country,
        'mobile.number': saved.typed?.number ?? '',
      }))
      showMessage(say('ownAccount:detailsUpdated'))
    },
    onError: (error) => showErrors(fieldErrors(error)),
  })

  /** Before a change by somebody else is told of, it is fetched: saving again replaces it. */
  async function refresh(error: unknown): Promise<never> {
    if (isStale(error)) setSeen(await queries.fetchQuery({ ...userQuery, staleTime: 0 }))
    throw error
  }

  return (
    <Form
      ref={form}
      label={t('ownAccount:details')}
      error={
        isStale(save.error) ? t('ownAccount:detailsStale', { stored: storedWords(user) }) : failureWords(save.error)
      }
      isPending={save.isPending}
      onSubmit={() => save.mutate()}
    >
      <TextField {...field('fullName')} label={t('fields:fullName')} autoComplete="name" />
      <MobileFields
        country={field('mobile.country')}
        number={field('mobile.number')}
        countries={withOwn(countries, mobile.country)}
        set={set}
      />
      <div>
        <Button type="submit" isPending={save.isPending}>
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

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412
}

function storedWords({ fullName, mobile }: User): string {
  return mobile === null ? fullName : `${fullName}, ${mobile}`
}
