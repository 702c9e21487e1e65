import { AppLinks } from '../preferences/app-links.tsx'
import { usePreferences } from '../preferences/preferences.ts'
import { useT } from '../ui/phrases.ts'
import { EntranceHeading } from './entrance.tsx'

/** The end of verification for patients who do not log in on the web: it sends them to the mobile app. */
export function AccountVerifiedPage() {
  const t = useT()
  const { productName } = usePreferences()
  return (
    <>
      <EntranceHeading
        title={t('registration:verified.title')}
        intro={t('registration:verified.text', { product: productName })}
        takesFocus
      />
      <AppLinks />
    </>
  )
}
