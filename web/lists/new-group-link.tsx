import { mayCreateGroups } from '../../contract/permissions/can.ts'
import { paths, type NeededFor } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'

/**
 * The way to a new group, where one is missing, in the organisation if that is known, for whoever may make it; nothing for others, whose page
 * says whom to ask. Once it is made, it leads back to what it is needed for.
 */
export function NewGroupLink({ organisation, neededFor }: { organisation?: string } & Required<NeededFor>) {
  const t = useT()
  const search = { ...(organisation !== undefined && { organisation }), neededFor }
  return mayCreateGroups(useHolder()) && <Link {...paths.newGroup(search)}>{t('shell:page.newGroup')}</Link>
}
