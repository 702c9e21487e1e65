import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { useCrumb } from '../routing/page-crumb.ts'
import { buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { TenantPage } from './tenant-page.tsx'
import { tenantQuery } from './tenant-queries.ts'

/** A tenant in the care of an operator, with its tabs. */
export function OperatorsTenantPage() {
  const t = useT()
  const { id = '' } = useParams({ strict: false })
  useCrumb(useQuery(tenantQuery(id)).data?.data.name)
  return (
    <TenantPage
      tenantId={id}
      name={t('shell:page.tenant')}
      addressOf={(tab) => paths.tenantTab(id, tab)}
      actions={
        <Link {...paths.tenant(id)} className={buttonClass('default')}>
          <IconArrowLeft size={18} aria-hidden />
          <span>{t('shell:page.tenants')}</span>
        </Link>
      }
    />
  )
}
