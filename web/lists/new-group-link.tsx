import { mayCreateGroups } from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'

/** The way to a new group, where one is missing, for whoever may make it; nothing for others, whose page says whom to ask. */
export function NewGroupLink() {
  const t = useT()
  return mayCreateGroups(useHolder()) && <Link {...paths.newGroup()}>{t('shell:page.newGroup')}</Link>
}
