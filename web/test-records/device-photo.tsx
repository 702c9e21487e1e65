import { useT } from '../ui/phrases.ts'
import { ZoomPhoto } from '../ui/zoom-photo.tsx'
import { deviceImageAddress } from './device-image.ts'

/** The photo of a test's device; a press enlarges it. */
export function DevicePhoto({ id, testId }: { id: string; testId: string }) {
  const t = useT()
  return (
    <ZoomPhoto
      src={deviceImageAddress(id)}
      alt={t('testRecords:record.photoOf', { testId })}
      words={{
        enlarge: t('testRecords:record.enlarge'),
        close: t('testRecords:photo.close'),
        zoomIn: t('testRecords:photo.zoomIn'),
        zoomOut: t('testRecords:photo.zoomOut'),
        reset: t('testRecords:photo.reset'),
        help: t('testRecords:photo.help'),
        failed: t('testRecords:record.photoFailed'),
      }}
    />
  )
}
