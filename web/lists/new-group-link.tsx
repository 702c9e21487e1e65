import { mayCreateGroups } from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'

/**
 * The way to a new group, where one is missing, in the organisation if that is known, for whoever may make it; nothing for others, whose page
 * says whom to ask.
 */
export function NewGroupLink({ organisation }: { organisation?: string }) {
  const t = useT()
  const search = organisation === undefined ? {} : { organisation }
  return mayCreateGroups(useHolder()) && <Link {...paths.newGroup(search)}>{t('shell:page.newGroup')}</Link>
}
