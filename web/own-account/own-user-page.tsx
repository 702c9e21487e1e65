import { Outlet } from '@tanstack/react-router'
import { usePreferences } from '../preferences/preferences.ts'
import { useUser } from '../session/queries.ts'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { AccountDeletion } from './account-deletion.tsx'
import { DataDownload } from './data-download.tsx'
import { EmailChange } from './email-change.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { TitledCard } from '../ui/titled-card.tsx'
import { OwnDetails } from './own-details.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { OwnSubjects } from './own-subjects.tsx'
import * as styles from './own-user-page.module.css'
import { PasswordChange } from './password-change.tsx'

export function OwnUserPage() {
  const t = useT()
  const user = useUser()
  const { availableLanguages } = usePreferences()
  return (
    <Page title={t('ownAccount:title')} width="narrow">
      <div className={styles.cards}>
        <TitledCard title={t('ownAccount:details')}>
          <OwnDetails />
        </TitledCard>
        {user.userType.name === 'patient' && <OwnSubjects />}
        {availableLanguages.length > 1 && (
          <TitledCard title={t('shell:language')}>
            <LanguageChoice />
          </TitledCard>
        )}
        <TitledCard title={t('ownAccount:emailTitle')} intro={t('ownAccount:emailIntro')}>
          <EmailChange />
        </TitledCard>
        <TitledCard title={t('ownAccount:passwordTitle')}>
          <PasswordChange />
        </TitledCard>
        <TitledCard title={t('ownAccount:sessionsTitle')}>
          <OwnSessions />
        </TitledCard>
        <TitledCard title={t('ownAccount:dataTitle')} intro={t('ownAccount:dataIntro')}>
          <DataDownload />
        </TitledCard>
        <TitledCard title={t('ownAccount:deletion.title')} intro={t('ownAccount:deletion.intro')}>
          <AccountDeletion />
        </TitledCard>
      </div>
      <Outlet />
    </Page>
  )
}
