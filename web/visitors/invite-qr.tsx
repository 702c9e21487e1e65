import { lazyPage } from '../loading/lazy-page.ts'
import { Coming } from '../loading/waiting.tsx'
import { useSubjectSettings } from '../preferences/preferences.ts'
import { useT } from '../ui/phrases.ts'
import * as styles from './invite-qr.module.css'

const QrCode = lazyPage(async () => (await import('../ui/qr-code.tsx')).QrCode)

/** The address of an invite as a code, which is scanned in a round to find who shows it, also after the invite was used. */
export function InviteQr({ code, help }: { code: string; help: 'invitee:qr.new' | 'invitee:qr.used' }) {
  const t = useT()
  if (useSubjectSettings().kind !== 'human') return null
  return (
    <section className={styles.invite}>
      <div className={styles.code}>
        <Coming>
          <QrCode
            text={new URL(`/patient-registration/${code}`, window.location.origin).href}
            label={t('invitee:qr.label')}
          />
        </Coming>
      </div>
      <p>{t(help)}</p>
    </section>
  )
}
