import { IconFileImport } from '@tabler/icons-react'
import type { ListedImport } from '../../contract/imports/import.ts'
import { Time } from '../lists/cells.tsx'
import { Introduction } from '../lists/introduction.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { Page } from '../ui/page.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import * as styles from './imports-page.module.css'
import { importsQuery } from './queries.ts'
import { StateBadge } from './state-badge.tsx'

/** For administrators: the files that were sent lately, and what became of each. */
export function ImportsPage() {
  const t = useT()
  return (
    <Page
      title={t('shell:page.imports')}
      width="narrow"
      actions={
        <Link {...paths.newImport()} className={buttonClass()}>
          <IconFileImport size={18} aria-hidden />
          <span>{t('importing:start')}</span>
        </Link>
      }
    >
      <PartList
        title={t('importing:list')}
        level={2}
        query={importsQuery}
        none={t('importing:none')}
        row={(one) => <ImportRow one={one} />}
      />
      <Introduction>
        <p>{t('importing:intro')}</p>
      </Introduction>
    </Page>
  )
}

function ImportRow({ one }: { one: ListedImport }) {
  const t = useT()
  const { id, fileName, state, uploadedAt, uploadedBy } = one
  return (
    <PartRow
      main={
        <span className={styles.name}>
          <Link {...paths.import(id)}>{fileName}</Link>
          <StateBadge state={state} />
        </span>
      }
      second={<p className={styles.facts}>{countsOf(t, one)}</p>}
      end={
        <div className={styles.sent}>
          <Time at={uploadedAt} />
          <span>{uploadedBy ?? t('lists:anonymized')}</span>
        </div>
      }
    />
  )
}

/** What an import made, or what its file holds as far as it has been read. */
function countsOf(t: Translate, { run, undo, summary, preview, rowsRead, problem }: ListedImport): string {
  if (problem !== null) return problem.message
  if (undo !== null) return t('importing:undo.undone')
  if (run !== null) {
    return t('importing:imported', {
      what: [t('importing:tests', { count: run.tests }), t('importing:people', { count: run.people.made })].join(', '),
    })
  }
  if (summary === null) return t('importing:rowsRead', { count: rowsRead })
  const wrong = preview?.wrong ?? summary.wrong
  return [
    t('importing:rows', { count: summary.rows }),
    ...(wrong > 0 ? [t('importing:wait', { count: wrong })] : []),
  ].join(' · ')
}
