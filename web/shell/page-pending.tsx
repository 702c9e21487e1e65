import { Loader } from '@mantine/core'
import { useT } from '../ui/phrases.ts'

/** Stands for a page while it loads for longer than a moment. */
export function PagePending() {
  const t = useT()
  return (
    <div role="status" aria-label={t('shell:loading')} style={{ display: 'grid', placeItems: 'center', minHeight: 240 }}>
      <Loader size="sm" aria-hidden />
    </div>
  )
}
