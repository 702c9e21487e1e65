import {
  mayAnswerOperators,
  mayKeepApiTokens,
  mayKeepNotificationRules,
  mayKeepWebhooks,
} from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { TenantPage } from './tenant-page.tsx'

export function OwnTenantPage() {
  const t = useT()
  const { tenant } = useUser()
  const holder = useHolder()
  const { subjects } = usePreferences()
  return (
    <TenantPage
      tenantId={tenant.id}
      name={tenant.name}
      addressOf={paths.ownTenantTab}
      actions={
        <>
          {mayKeepApiTokens(holder) && (
            <Link {...paths.apiTokens()} className={buttonClass('default')}>
              {t('shell:page.apiTokens')}
            </Link>
          )}
          {mayKeepNotificationRules(holder) && subjects.kind === 'human' && (
            <Link {...paths.notificationRules()} className={buttonClass('default')}>
              {t('shell:page.notificationRules')}
            </Link>
          )}
          {mayKeepWebhooks(holder) && (
            <Link {...paths.webhooks()} className={buttonClass('default')}>
              {t('shell:page.webhooks')}
            </Link>
          )}
          {mayAnswerOperators(holder) && (
            <Link {...paths.operatorAccess()} className={buttonClass('default')}>
              {t('shell:page.operatorAccess')}
            </Link>
          )}
        </>
      }
    />
  )
}
