import { Suspense, useState } from 'react'
import { lazyPage } from '../../loading/lazy-page.ts'
import { useT } from '../../ui/phrases.ts'
import * as styles from './more-details.module.css'

const WrittenInstructions = lazyPage(async () => (await import('./written-instructions.tsx')).WrittenInstructions)

/**
 * The instructions of a device, collapsed for people who know it. Both the text and the code that draws it are loaded
 * on demand.
 */
export function AssayInstructions({ assayId }: { assayId: string }) {
  const t = useT()
  const [isWanted, setWanted] = useState(false)
  return (
    <details className={styles.instructions} onToggle={(event) => setWanted((was) => was || event.currentTarget.open)}>
      <summary className={styles.summary}>{t('recordingDetails:instructions')}</summary>
      <div role="status" className={styles.text}>
        {isWanted && (
          <Suspense fallback={<span>{t('recording:loading')}</span>}>
            <WrittenInstructions assayId={assayId} />
          </Suspense>
        )}
      </div>
    </details>
  )
}
