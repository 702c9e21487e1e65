import { IconShieldCheck } from '@tabler/icons-react'
import { mayReadTrail } from '../../contract/permissions/can.ts'
import { paths, type AuditSearch } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './trail-link.module.css'

/** Links from a page to its entries in the audit trail, for people with the permission to read that. */
export function TrailLink(of: Required<Pick<AuditSearch, 'resource_type' | 'resource'>>) {
  const t = useT()
  if (!mayReadTrail(useHolder())) return null
  return (
    <Link {...paths.audit(of)} className={styles.link}>
      <IconShieldCheck size={18} aria-hidden />
      <span>{t('shell:page.audit')}</span>
    </Link>
  )
}
