import { IconCamera, IconPhoto } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { uploadDeviceImage } from '../../../contract/device-images/endpoints.ts'
import { useT } from '../../ui/phrases.ts'
import { deviceImageAddress } from '../device-image.ts'
import type { Draft } from './draft.ts'
import type { PhotoUpload } from './use-photo-upload.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { StillUnderWay } from '../../loading/still-under-way.tsx'
import * as styles from './photo-field.module.css'

interface Props {
  label: string
  isOptional: boolean
  image: Draft['image']
  onRemove: () => void
  /** The upload, which the form knows as well: what it sends must not leave without a photo that is on its way. */
  photo: PhotoUpload
  error: string | undefined
  onTouched: () => void
}

/** The photo of the device: taken with a camera or chosen from files, uploaded at once, shown, removable. */
export function PhotoField({ label, isOptional, image, onRemove, photo, error, onTouched }: Props) {
  const t = useT()
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [labelId, problemId] = [useId(), useId()]
  const problem = photo.problem ?? error

  const input = (ref: typeof files, capture: 'environment' | undefined) => (
    <input
      ref={ref}
      type="file"
      accept={uploadDeviceImage.upload.mediaTypes.join(',')}
      capture={capture}
      hidden
      onChange={(event) => {
        const chosen = event.currentTarget.files?.[0]
        // Otherwise a removed file could not be chosen again.
        event.currentTarget.value = ''
        onTouched()
        if (chosen) photo.choose(chosen)
      }}
    />
  )

  return (
    <div role="group" aria-labelledby={labelId}>
      <p id={labelId} className={styles.label}>
        <span>{label}</span>
        {isOptional && <span className={styles.optional}>{` ${t('shell:optional')}`}</span>}
      </p>
      {input(files, undefined)}
      {input(camera, 'environment')}
      {photo.isSending ? (
        <div className={styles.row}>
          <span role="status" className={styles.percent}>
            {t('recordingDetails:photo.uploading', { percent: Math.round(photo.share * 100) })}
          </span>
          <progress
            className={styles.bar}
            aria-label={t('recordingDetails:photo.progress')}
            value={photo.share}
            max={1}
          />
          <Button
            name="deviceImageId"
            variant="default"
            aria-describedby={problem === undefined ? undefined : problemId}
            data-invalid={problem === undefined ? undefined : true}
            onClick={() => {
              photo.forget()
              onTouched()
            }}
          >
            {t('recordingDetails:photo.cancel')}
          </Button>
        </div>
      ) : image ? (
        <div className={styles.row}>
          <img
            src={deviceImageAddress(image.id)}
            alt={t('recordingDetails:photo.preview')}
            className={styles.preview}
          />
          <span role="status" className={styles.name}>
            {t('recordingDetails:photo.attached', { name: image.name })}
          </span>
          <Button
            variant="default"

            onClick={() => {
              photo.forget()
              onRemove()
            }}
          >
            {t('recordingDetails:photo.remove')}
          </Button>
        </div>
      ) : (
        <>
          <p className={styles.help}>{t('recordingDetails:photo.help')}</p>
          <div className={styles.row}>
            <span className={styles.camera}>
              <Button variant="default" onClick={() => camera.current?.click()}>
                <IconCamera size={18} aria-hidden />
                <span>{t('recordingDetails:photo.take')}</span>
              </Button>
            </span>
            <Button
              name="deviceImageId"
              variant="default"
              aria-describedby={problem === undefined ? undefined : problemId}
              data-invalid={problem === undefined ? undefined : true}
              onClick={() => files.current?.click()}
            >
              <IconPhoto size={18} aria-hidden />
              <span>{t('recordingDetails:photo.choose')}</span>
            </Button>
            {photo.canRetry && (
              <Button variant="default" onClick={photo.retry}>
                {t('shell:tryAgain')}
              </Button>
            )}
          </div>
        </>
      )}
      <StillUnderWay isRunning={photo.isSending} />
      <div id={problemId} role="alert">
        {problem !== undefined && <FieldError>{problem}</FieldError>}
      </div>
    </div>
  )
}
