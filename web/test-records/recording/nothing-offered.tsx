import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useT } from '../../ui/phrases.ts'

/** Says that the chosen organisation may use no assay, and leads back to the choice of a place. */
export function NothingOffered({ onBack }: { onBack: (() => void) | undefined }) {
  const t = useT()
  return (
    <Notice title={t('recording:noAssay.title')} text={t('recording:noAssay.text')}>
      {onBack !== undefined && (
        <Button variant="default" onClick={onBack}>
          {t('recording:back')}
        </Button>
      )}
    </Notice>
  )
}
