import { useState } from 'react'
import { setRunAlerts, useRunAlerts } from '../../shell/run-alerts.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { useT } from '../../ui/phrases.ts'
import { notificationPermission, playSound } from './alerts.ts'
import styles from './alert-switch.module.css'

/** Off until somebody wants it: a sound, and a notification where the browser lets it, when a test can be read. */
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
 * Switches the alerts on or off. Switched on, they are heard once, which browsers need a press for, and the browser is asked
 * whether it may notify. Answers what it says; `unsupported` where it cannot.
 */
async function switchAlerts(isOn: boolean): Promise<NotificationPermission | 'unsupported'> {
  if (isOn) playSound()
  // Asked at once: browsers hear it only as the answer to a press.
  const asked = isOn && 'Notification' in window ? Notification.requestPermission() : notificationPermission()
  await setRunAlerts(isOn)
  return await asked
}
