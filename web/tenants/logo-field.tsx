import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { maxImagePixels, maxLogoBytes } from '../../contract/limits-and-times.ts'
import { logoMediaTypes, putLogo, removeLogo, type LogoName } from '../../contract/tenants/logos.ts'
import { getTenant, type TenantDetails } from '../../contract/tenants/tenant.ts'
import { fieldErrors } from '../api/api-error.ts'
import { call, upload } from '../api/client.ts'
import { useShownAnew } from '../api/query.ts'
import { failureWords } from '../api/failure-words.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field-error.tsx'
import { useT } from '../ui/phrases.ts'
import { PictureProblem, pictureToSend } from '../ui/picture-file.ts'
import { StillUnderWay } from '../loading/still-under-way.tsx'
import { showMessage } from '../ui/snackbar-store.ts'
import { fetchPreferences } from '../preferences/preferences.ts'
import * as styles from './branding-tab.module.css'

interface Props {
  name: LogoName
  tenant: TenantDetails
}

/** One of a tenant's logos: chosen from this device, stored at once, shown on its own background, removable. */
export function LogoField({ name, tenant }: Props) {
  const t = useT()
  const files = useRef<HTMLInputElement>(null)
  const params = { id: tenant.id, name }
  const showAnew = useShownAnew([getTenant])
  const change = useMutation({
    mutationFn: async (chosen: File | 'none') => {
      if (chosen === 'none') await call(removeLogo, { params, errors: 'caller' })
      else await upload(putLogo, await logoToSend(chosen), { params, errors: 'caller' })
      await fetchPreferences().catch(() => undefined)
    },
    onSuccess: (_, chosen) => showMessage(t(chosen === 'none' ? 'branding:logoRemoved' : 'branding:logoUpdated')),
    onSettled: showAnew,
  })
  const shown = tenant.logos[name]
  const label = t(`branding:logo.${name}`)
  const problemId = `logo-${name}-problem`
  const problem = change.error === null ? undefined : problemWords(change.error)

  function problemWords(error: Error): string {
    if (error instanceof PictureProblem) return t(`rules:${error.phrase}`)
    const [first] = Object.values(fieldErrors(error))
    if (first !== undefined) return first
    return (
      failureWords(error, { failed: 'branding:logoFailed', refused: { 413: 'rules:logoTooLarge' } }) ?? error.message
    )
  }

  return (
    <div role="group" aria-label={label} className={styles.logo}>
      <div
        className={styles.ground}
        data-appearance={name === 'dark' ? 'dark' : 'light'}
        data-square={name === 'icon' || undefined}
      >
        {shown === null ? <span className={styles.none}>{t('branding:noLogo')}</span> : <img src={shown} alt={label} />}
      </div>
      <div>
        <p className={styles.name}>{label}</p>
        <p className={styles.help}>{t(`branding:logo.${name}.help`)}</p>
        <input
          ref={files}
          type="file"
          accept={logoMediaTypes.join(',')}
          hidden
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0]
            // Otherwise a removed file could not be chosen again.
            event.currentTarget.value = ''
            if (chosen) change.mutate(chosen)
          }}
        />
        <div className={styles.actions}>
          <Button
            variant="default"
            isPending={change.isPending}
            aria-describedby={problem === undefined ? undefined : problemId}
            onClick={() => files.current?.click()}
          >
            {t(shown === null ? 'branding:choose' : 'branding:replace')}
          </Button>
          {shown !== null && (
            <Button variant="quiet" isPending={change.isPending} onClick={() => change.mutate('none')}>
              {t('branding:remove')}
            </Button>
          )}
        </div>
        <StillUnderWay isRunning={change.isPending} />
        <div id={problemId} role="alert">
          {problem !== undefined && <FieldError>{problem}</FieldError>}
        </div>
      </div>
    </div>
  )
}

/** In pixels, more than any screen shows of a logo. */
const longestSide = 1000

/** Prepares a logo for upload. A photo of a logo has far more bytes than a logo may have, so it is scaled down. */
async function logoToSend(file: File): Promise<File> {
  const limits = { types: logoMediaTypes, maxBytes: maxLogoBytes, maxPixels: maxImagePixels, longestSide }
  return await pictureToSend(file, { ...limits, refused: 'logo', tooLarge: 'logoTooLarge', heic: 'pictureHeic' })
}
