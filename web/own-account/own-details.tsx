import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { languageTag } from '../../contract/phrases/translate.ts'
import { shortDateFormats } from '../../contract/rules/formats.ts'
import { useUser } from '../session/queries.ts'
import { lazyPage, lazyPart } from '../shell/page-part.ts'
import { usePreferences } from '../tenants/queries.ts'
import { dayText } from '../ui/date-text.ts'
import { Facts, type Fact } from '../ui/facts.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './own-user-page.module.css'

/** The form and its tables of telephone numbers are large: the page does not wait for them. Its route has begun to load the form. */
const loadForm = async () => await import('./details-form.tsx')
const DetailsForm = lazyPage(async () => (await loadForm()).DetailsForm)

/** Who the user is here: what they may change, and what others decide. */
export function OwnDetails() {
  const user = useUser()
  const details = useQuery({
    queryKey: ['typedDetails', user.version, user.fullName, user.mobile],
    queryFn: async () => await (await lazyPart(loadForm)).typedDetails(user),
    throwOnError: true,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  const skeleton = <Skeleton height={220} />
  return (
    <div className={styles.details}>
      <Suspense fallback={skeleton}>
        {details.data === undefined ? skeleton : <DetailsForm details={details.data} />}
      </Suspense>
      <div className={styles.facts}>
        <Facts facts={useFacts()} />
      </div>
    </div>
  )
}

function useFacts(): Fact[] {
  const t = useT()
  const user = useUser()
  const locale = useLocale()
  const short = usePreferences().dateFormat.web?.short ?? shortDateFormats[locale]
  const { dateOfBirth, organisation, groups } = user
  return [
    { label: t('ownAccount:email'), value: user.email },
    ...(dateOfBirth === null
      ? []
      : [{ label: t('fields:dateOfBirth'), value: dayText(dateOfBirth, short, languageTag(locale)) }]),
    { label: t('ownAccount:type'), value: user.userType.displayName },
    ...(organisation === null ? [] : [{ label: t('ownAccount:organisation'), value: organisation.name }]),
    ...(groups.length === 0
      ? []
      : [{ label: t('ownAccount:groups'), value: groups.map(({ name }) => name).join(', ') }]),
  ]
}
