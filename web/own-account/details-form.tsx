import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ownDetails, updateMyDetails } from '../../contract/own-account/endpoints.ts'
import { getMyDetails, type User } from '../../contract/own-account/user.ts'
import type { TypedPhone } from '../../contract/rules/phone-and-postcode.ts'
import { call } from '../api/client.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { EditPanel } from '../editing/edit-panel.tsx'
import { useEdit } from '../editing/use-edit.ts'
import { useGoOn } from '../editing/use-go-on.ts'
import { inPlace, paths } from '../paths.ts'
import { userQuery, useUser } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { onlyCountry, phoneInWords } from '../ui/country-options.ts'
import { PhoneFields } from '../ui/phone-fields.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import { givenPhone, loadPhoneRule, phoneErrors, phoneAsTyped } from '../ui/typed-phone.ts'

interface TypedDetails extends Pick<User, 'fullName' | 'version'> {
  mobile: TypedPhone
}

/** Edits the user's own name and mobile number, in a panel over their page. */
export function OwnDetailsForm() {
  const t = useT()
  const user = useUser()
  // An edit must start from the latest version, so the user is loaded again.
  useQuery({ ...userQuery, staleTime: 0, refetchOnMount: 'always' })
  const details = useQuery({
    queryKey: ['typedDetails', user.version, user.fullName, user.mobile],
    queryFn: async () => ({ data: await typedDetails(user) }),
    staleTime: Infinity,
  })
  return (
    <EditPanel title={t('shell:page.editOwnUser')} below={paths.ownUser()} query={details} rows={3}>
      {(stored) => <Fields details={stored} />}
    </EditPanel>
  )
}

async function typedDetails({ fullName, mobile, version }: User): Promise<TypedDetails> {
  return { fullName, version, mobile: phoneAsTyped(mobile, mobile === null ? undefined : await loadPhoneRule()) }
}

function Fields({ details }: { details: TypedDetails }) {
  const t = useT()
  const locale = useLocale()
  const queries = useQueryClient()
  const goOn = useGoOn()
  const { countries, phoneRegex } = usePreferences()

  /** Updates the page with the stored user, and returns the form's values. */
  async function shown(stored: User): Promise<TypedDetails> {
    const typed = await typedDetails(stored)
    queries.setQueryData(userQuery.queryKey, stored)
    return typed
  }

  const edit = useEdit({
    item: details,
    schema: ownDetails,
    valuesOf: (item: TypedDetails) => ({
      fullName: item.fullName,
      'mobile.country': item.mobile.country || onlyCountry(countries),
      'mobile.number': item.mobile.number,
    }),
    fields: {
      fullName: { label: t('fields:fullName') },
      'mobile.number': {
        label: t('fields:mobile'),
        inWords: (typed) => phoneInWords(mobileIn(typed), locale),
      },
      'mobile.country': { partOf: 'mobile.number' },
    },
    failed: 'passwords:failed',
    read: async (typed) => {
      const mobile = mobileIn(typed)
      const candidate = { fullName: typed.fullName, mobile: givenPhone(mobile) }
      return { candidate, errors: await phoneErrors('mobile', mobile, phoneRegex) }
    },
    newest: async () => await shown((await call(getMyDetails, { errors: 'caller' })).data),
    send: async (body, headers) => await shown((await call(updateMyDetails, { body, headers, errors: 'caller' })).data),
    updated: 'ownAccount:detailsUpdated',
    onDone: () => goOn(inPlace(paths.ownUser())),
  })
  const { form } = edit

  return (
    <EditForm edit={edit} label={t('ownAccount:details')} submit={t('shell:save')}>
      <EditField edit={edit} name="fullName">
        <TextField {...form.field('fullName')} label={t('fields:fullName')} autoComplete="name" />
      </EditField>
      <EditField edit={edit} name="mobile.number">
        <PhoneFields
          legend={t('fields:mobile')}
          country={form.field('mobile.country')}
          number={form.field('mobile.number')}
          countries={countries}
          onCountry={(chosen) => form.set('mobile.country', chosen)}
        />
      </EditField>
    </EditForm>
  )
}

function mobileIn(typed: Record<'mobile.country' | 'mobile.number', string>): TypedPhone {
  return { country: typed['mobile.country'], number: typed['mobile.number'] }
}
