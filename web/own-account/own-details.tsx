import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { languageTag } from '../../contract/phrases/translate.ts'
import { shortDateFormats } from '../../contract/rules/formats.ts'
import { useUser } from '../session/queries.ts'
import { usePreferences } from '../tenants/queries.ts'
import { dayText } from '../ui/date-text.ts'
import { Facts, type Fact } from '../ui/facts.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { DetailsForm, typedDetails } from './details-form.tsx'
import styles from './own-user-page.module.css'

/** Who the user is here: what they may change, and what others decide. */
export function OwnDetails() {
  const user = useUser()
  // The tables of telephone numbers are large: the page does not wait for them.
  const details = useQuery({
    queryKey: ['typedDetails', user.version, user.fullName, user.mobile],
    queryFn: () => typedDetails(user),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.details}>
      {details.data === undefined ? <Skeleton height={220} /> : <DetailsForm details={details.data} />}
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
