import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { can, mayChangeAddresses } from '../../contract/permissions/can.ts'
import { Answer } from '../loading/waiting.tsx'
import { inPlace, type Target } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { Link } from '../routing/link.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { ShownTenant } from './shown-tenant.ts'
import { tenantTabs, type TenantTab } from './tabs.ts'
import { TenantFacts } from './tenant-facts.tsx'
import { tenantQuery } from './tenant-queries.ts'
import * as styles from './tenant-page.module.css'

interface Props {
  tenantId: string
  name: string
  addressOf: (tab: TenantTab) => Target
  actions?: ReactNode
}

/** A tenant with its tabs, which its outlet draws; for people who may not change it, its settings as text. */
export function TenantPage({ tenantId, name, addressOf, actions }: Props) {
  const t = useT()
  const holder = useHolder()
  const query = useQuery(tenantQuery(tenantId))
  const mayEdit = can(holder, ['edit-own-tenant', 'edit-tenants'])
  return (
    <Page title={query.data?.data.name ?? name} width={mayEdit ? 'wide' : 'narrow'} actions={actions}>
      <Answer
        query={query}
        waiting={<RowSkeletons rows={8} label={t('tenants:loading')} />}
        failed={t('tenants:loadFailed')}
      >
        {({ data: tenant }) =>
          mayEdit ? (
            <ShownTenant key={tenant.id} value={{ tenant, isOperator: mayChangeAddresses(holder) }}>
              <nav aria-label={t('tenants:tabs')} className={styles.tabs}>
                {tenantTabs.map(({ path, title }) => (
                  <Link key={path} {...inPlace(addressOf(path))} ref={revealed} className={styles.tab}>
                    {t(title)}
                  </Link>
                ))}
              </nav>
              <Outlet />
            </ShownTenant>
          ) : (
            <TenantFacts tenant={tenant} />
          )
        }
      </Answer>
    </Page>
  )
}

/** Scrolls the open tab into view, because on a phone the tabs are a row that scrolls. */
function revealed(tab: HTMLAnchorElement | null): void {
  if (tab?.getAttribute('aria-current') === 'page') tab.scrollIntoView?.({ block: 'nearest', inline: 'center' })
}
