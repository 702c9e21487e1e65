import { IconTestPipe } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { RecordTestSet } from '../../../contract/test-sets/outcome.ts'
import { paths } from '../../paths.ts'
import { testSetQuery } from '../../test-sets/queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Link } from '../../routing/link.tsx'
import { useT } from '../../ui/phrases.ts'
import * as styles from './algorithm-part.module.css'

/** Proposes the next kit of the set to which a test belongs that was just saved, or says the set's outcome. */
export function NextOfSet({ set }: { set: RecordTestSet }) {
  const t = useT()
  const { data } = useQuery(testSetQuery(set.id))
  const next = data?.data.next
  return (
    <div className={styles.after}>
      <Alert tone="notice">
        {set.outcome === null
          ? t('testingAlgorithms:step.text')
          : t('testingAlgorithms:saved.ended', { outcome: set.outcome.name })}
      </Alert>
      {data !== undefined && next !== null && next !== undefined && !next.assay.isRetired && (
        <Link reloadDocument {...paths.createTestOfSet(set.id, data.data.subject.id)} className={buttonClass('filled')}>
          <IconTestPipe size={18} aria-hidden />
          <span>{t('testingAlgorithms:saved.next', { step: next.name, kit: next.assay.name })}</span>
        </Link>
      )}
      <Link {...paths.testSet(set.id)}>{t('testingAlgorithms:saved.open')}</Link>
    </div>
  )
}
