import { IconWebhook } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import type { Webhook } from '../../contract/webhooks/endpoints.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { Introduction } from '../lists/introduction.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './webhooks.module.css'
import { webhooksQuery } from './queries.ts'
import { State, WebhookFacts } from './webhook-facts.tsx'

/** For a tenant's administrators: the webhooks, what each tells of, and whether it works. */
export function WebhooksPage() {
  const t = useT()
  return (
    <>
      <Page
        title={t('shell:page.webhooks')}
        width="narrow"
        actions={<FormLink target={paths.newWebhook()} icon={IconWebhook} word={t('webhooks:create')} />}
      >
        <PartList
          title={t('webhooks:list')}
          level={2}
          query={webhooksQuery}
          none={t('webhooks:none')}
          row={(webhook) => <WebhookRow webhook={webhook} />}
        />
        <Introduction>
          <p>{t('webhooks:intro')}</p>
          <p>
            <a href="/api/docs" target="_blank" rel="noreferrer">
              {t('webhooks:reference')}
            </a>
          </p>
        </Introduction>
      </Page>
      <Outlet />
    </>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  return (
    <PartRow
      main={
        <span className={styles.name}>
          <Link {...paths.webhook(webhook.id)} className={styles.url} translate="no">
            {webhook.url}
          </Link>
          <State state={webhook.state} />
        </span>
      }
      second={<WebhookFacts webhook={webhook} />}
    />
  )
}
