import { usePreferences } from '../tenants/queries.ts'
import { useT } from '../ui/phrases.ts'
import { BackToLogin } from './back-to-login.tsx'
import { EntranceHeading } from './entrance.tsx'
import { RegistrationForm } from './registration-form.tsx'

/** Where people who are tested create an account of their own. */
export function SelfRegistrationPage() {
  const t = useT()
  const { name, subjects } = usePreferences()
  const intro = subjects.kind === 'human' ? 'registration:intro' : 'registration:introOther'
  return (
    <>
      <EntranceHeading title={t('registration:title')} intro={t(intro, { tenant: name })} />
      <RegistrationForm />
      <BackToLogin />
    </>
  )
}
