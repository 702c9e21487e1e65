import { useState } from 'react'
import { setRunAlerts, useRunAlerts } from './run-alerts.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { useT } from '../../ui/phrases.ts'
import { notificationPermission, playSound } from '../../ui/sound-and-notifications.ts'
import * as styles from './alert-switch.module.css'

/** Switches on a sound and, if the browser allows it, a notification when a test can be read. Off by default. */
export function AlertSwitch() {
  const t = useT()
  const isOn = useRunAlerts()
  const [permission, setPermission] = useState(notificationPermission)
  return (
    <div className={styles.alerts}>
      <CheckboxField
        name="runAlerts"
        label={t('testRuns:alerts.label')}
        isChecked={isOn}
        onChange={(wanted) => void switchAlerts(wanted).then(setPermission)}
      />
      {isOn && <p className={styles.said}>{t('testRuns:alerts.idle')}</p>}
      <p role="status" className={styles.said}>
        {isOn && permission === 'denied' && <span>{t('testRuns:alerts.denied')}</span>}
        {isOn && permission === 'unsupported' && <span>{t('testRuns:alerts.unsupported')}</span>}
      </p>
    </div>
  )
}

/**
 * Switches the alerts on or off. Switching on plays the sound once, for which browsers require a press, and asks the
 * browser for notifications. Returns its answer; `unsupported` if it has none.
 */
async function switchAlerts(isOn: boolean): Promise<NotificationPermission | 'unsupported'> {
  if (isOn) playSound()
  // Asked at once, because browsers require a direct response to a press.
  const asked = isOn && 'Notification' in window ? Notification.requestPermission() : notificationPermission()
  await setRunAlerts(isOn)
  return await asked
}
