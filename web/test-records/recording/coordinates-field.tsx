import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../ui/phrases.ts'
import type { Draft } from './draft.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import * as styles from './coordinates-field.module.css'

interface Props {
  coordinates: Draft['coordinates']
  onChange: (coordinates: Draft['coordinates']) => void
  error: string | undefined
}

/** Adds the device's coordinates to the record when the user asks for it. Nothing depends on them. */
export function CoordinatesField({ coordinates, onChange, error }: Props) {
  const t = useT()
  const [state, setState] = useState<'idle' | 'finding' | 'denied' | 'unavailable'>('idle')

  function find() {
    // Browsers offer this only on secure pages.
    if (!('geolocation' in navigator)) {
      setState('unavailable')
      return
    }
    setState('finding')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        onChange({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) })
        setState('idle')
      },
      (problem) => setState(problem.code === problem.PERMISSION_DENIED ? 'denied' : 'unavailable'),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    )
  }

  if (coordinates !== null) {
    return (
      <div className={styles.found}>
        <p role="status">
          {t('recordingDetails:location.found', {
            latitude: coordinates.latitude.toFixed(5),
            longitude: coordinates.longitude.toFixed(5),
          })}
        </p>
        <Button variant="default" onClick={() => onChange(null)}>
          {t('recordingDetails:location.remove')}
        </Button>
        {error !== undefined && <FieldError>{error}</FieldError>}
      </div>
    )
  }
  return (
    <div>
      <Button variant="default" isPending={state === 'finding'} onClick={find}>
        <IconCurrentLocation size={18} aria-hidden />
        <span>{t('recordingDetails:location.use')}</span>
      </Button>
      <p role="status" className={styles.state}>
        {state === 'finding' && <span>{t('recordingDetails:location.finding')}</span>}
        {state === 'denied' && <span>{t('recordingDetails:location.denied')}</span>}
        {state === 'unavailable' && <span>{t('recordingDetails:location.unavailable')}</span>}
      </p>
    </div>
  )
}

/** Rounds to about a metre, because more digits would only pretend precision. */
function rounded(degrees: number): number {
  return Number(degrees.toFixed(5))
}
