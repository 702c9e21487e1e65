import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { GroupListItem } from '../../contract/groups/group-list.ts'
import { newInvite } from '../../contract/invites/endpoints.ts'
import { mayCreateGroups } from '../../contract/permissions/can.ts'
import { email as emailRule } from '../../contract/rules/name-and-email.ts'
import { languageOf } from '../../contract/locales.ts'
import { useChoices } from '../api/use-choices.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useSubmit } from '../editing/use-submit.ts'
import { groupChoices } from '../groups/queries.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { Answer, Coming } from '../loading/waiting.tsx'
import { namedApart } from '../lists/place-name.ts'
import { paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useHolder } from '../session/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { onlyCountry } from '../ui/country-options.ts'
import { languageOptions } from '../ui/language-options.ts'
import { PhoneFields } from '../ui/phone-fields.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showMessage } from '../ui/snackbar-store.ts'
import { EmailField } from '../ui/text-field.tsx'
import { givenPhone, phoneErrors } from '../ui/typed-phone.ts'
import { useForm } from '../ui/use-form.ts'
import { useCreateInvite, useObstacle } from './queries.ts'

/** Loaded when it is shown, because nearly every place has a group. */
const NewGroupLink = lazyPage(async () => (await import('../lists/new-group-link.tsx')).NewGroupLink)

export function InviteForm() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/invites' })
  const groups = useChoices((text) => groupChoices({ search: text, onlyActive: true }))
  const hasGroups = groups.choices.length > 0
  const holder = useHolder()
  return (
    <FormPanel
      title={t('shell:page.newInvite')}
      intro={hasGroups ? t('invites:form.intro') : undefined}
      below={paths.invites(search)}
    >
      <Answer query={groups.asked} waiting={<Skeleton height={160} />}>
        {() =>
          hasGroups ? (
            <InviteFields groups={groups} />
          ) : (
            <Alert tone="notice">
              <p>{t(mayCreateGroups(holder) ? 'invites:form.noGroupYet' : 'invites:form.noGroup')}</p>
              <Coming>
                <NewGroupLink neededFor="invite" />
              </Coming>
            </Alert>
          )
        }
      </Answer>
    </FormPanel>
  )
}

interface FieldsProps {
  groups: {
    choices: readonly GroupListItem[]
    hasMore: boolean
    isPending: boolean
    onSearch: (text: string) => void
  }
}

/** The fields of one invite. After sending, they are ready for another patient of the same group and language. */
function InviteFields({ groups: { choices, hasMore, isPending, onSearch } }: FieldsProps) {
  const t = useT()
  const { availableLanguages, countries, defaultLanguage, phoneRegex } = usePreferences()
  const [onlyGroup] = choices.length === 1 && !hasMore ? choices : []
  const languages = languageOptions(availableLanguages)
  const country: string = onlyCountry(countries)
  const lang: string = languageOf(defaultLanguage)
  const create = useCreateInvite()
  const form = useForm({
    schema: newInvite,
    initial: { groupId: onlyGroup?.id ?? '', email: '', 'mobile.country': country, 'mobile.number': '', lang },
  })
  const { form: element, values, set, field } = form
  const [sent, setSent] = useState<string>()
  const [left, setLeft] = useState<string>()
  const obstacle = useObstacle(left)
  const taken = left === values.email.trim() && obstacle !== undefined ? wordsOf(obstacle) : undefined
  const email = field('email')

  const submission = useSubmit(form, {
    failed: 'passwords:failed',
    read: async () => {
      const typed = { country: values['mobile.country'], number: values['mobile.number'] }
      return {
        candidate: {
          groupId: values.groupId || undefined,
          email: values.email,
          lang: values.lang,
          mobile: givenPhone(typed),
        },
        errors: { ...(await phoneErrors('mobile', typed, phoneRegex)), ...(taken !== undefined && { email: taken }) },
      }
    },
    send: create,
    onDone: (invite) => {
      showMessage(say('invites:created'))
      setSent(invite.email)
      setLeft(undefined)
      form.restart((typed) => ({ ...typed, email: '', 'mobile.number': '' }))
      element.current?.querySelector<HTMLElement>('[name="email"]')?.focus()
    },
  })

  return (
    <NewForm form={form} submission={submission} label={t('shell:page.newInvite')} submit={t('invites:form.submit')}>
      {onlyGroup === undefined && (
        <SearchSelect
          {...field('groupId')}
          label={t('fields:groupId')}
          placeholder={t('invites:form.chooseGroup')}
          nothingFound={t('lists:filter.nothingFound')}
          choices={namedApart(choices, hasMore)}
          isPending={isPending}
          onChange={(id) => set('groupId', id ?? '')}
          onSearch={onSearch}
        />
      )}
      <EmailField
        {...email}
        error={email.error ?? taken}
        label={t('fields:email')}
        autoComplete="off"
        onBlur={() => setLeft(emailRule.safeParse(values.email).data)}
      />
      <PhoneFields
        legend={t('fields:mobile')}
        country={field('mobile.country')}
        number={field('mobile.number')}
        countries={countries}
        isOfOther
        onCountry={(chosen) => set('mobile.country', chosen)}
      />
      {languages.length > 1 && (
        <SelectField
          {...field('lang')}
          label={t('invites:form.language')}
          options={languages}
          onChange={(chosen) => set('lang', chosen)}
        />
      )}
      {/* The message at the edge of the screen is behind the panel, where screen readers do not announce it. */}
      <div role="status">{sent !== undefined && t('invites:form.sent', { email: sent })}</div>
    </NewForm>
  )
}

function wordsOf(obstacle: 'invited' | 'registered'): string {
  return say(obstacle === 'invited' ? 'rules:emailInvited' : 'rules:emailRegistered')
}
