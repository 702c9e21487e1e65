import { languageTag, localeFacts } from '../../contract/locales.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { paths } from '../paths.ts'
import { useUser } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { dayText } from '../ui/date-text.ts'
import { Facts, given, type Fact } from '../ui/facts.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import * as styles from './own-user-page.module.css'

export function OwnDetails() {
  const t = useT()
  return (
    <div className={styles.action}>
      <Facts facts={useFacts()} />
      <FormLink target={paths.editOwnUser()} variant="default">
        <span>{t('ownAccount:editDetails')}</span>
      </FormLink>
    </div>
  )
}

function useFacts(): Fact[] {
  const t = useT()
  const user = useUser()
  const locale = useLocale()
  const short = usePreferences().dateFormat.web?.short ?? localeFacts[locale].shortDate
  const { fullName, mobile, dateOfBirth, organisation, groups } = user
  return given([
    [t('fields:fullName'), fullName],
    [t('fields:mobile'), mobile],
    [t('fields:dateOfBirth'), dateOfBirth && dayText(dateOfBirth, short, languageTag(locale))],
    [t('fields:email'), user.email],
    [t('fields:userType'), user.userType.displayName],
    [t('fields:organisationId'), organisation?.name],
    [t('fields:groups'), groups.map(({ name }) => name).join(', ')],
  ])
}
