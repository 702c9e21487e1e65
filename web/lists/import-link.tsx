import { IconFileImport } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'

/** Leads administrators from a list of people or tests to the import of a file of them, where people are tested. */
export function ImportLink() {
  const t = useT()
  if (useSubjectSettings().kind !== 'human') return null
  return (
    <Link {...paths.newImport()} className={buttonClass('default')}>
      <IconFileImport size={18} aria-hidden />
      <span data-roomy>{t('shell:page.newImport')}</span>
    </Link>
  )
}
