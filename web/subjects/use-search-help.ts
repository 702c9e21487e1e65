import { useSubjectSettings } from '../preferences/preferences.ts'
import { useT } from '../ui/phrases.ts'

/** Names the searchable fields: animals and samples have no name or email, but the tenant's two IDs. */
export function useSearchHelp(): string {
  const t = useT()
  const { kind, customId1, customId2 } = useSubjectSettings()
  return kind === 'human' ? t('subjects:searchHelp') : t('subjects:searchHelpIds', { customId1, customId2 })
}
