import { useMatchRoute } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './record-test-link.module.css'

interface Props {
  place: 'navigation' | 'thumb'
  onNavigate?: (() => void) | undefined
}

/**
 * The one filled button of the frame, for people who may record: on top of the navigation, and on a phone within reach
 * of the thumb.
 */
export function RecordTestLink({ place, onNavigate }: Props) {
  const t = useT()
  const isRecording = useMatchRoute()(paths.createTest()) !== false
  const mayRecord = whyCannotRecord(useHolder()) === undefined
  // During recording it would be in the way of the form's own button.
  if (!mayRecord || (place === 'thumb' && isRecording)) return null
  const link = (
    <Link {...paths.createTest()} onClick={onNavigate} className={styles.link} title={t('shell:recordTest')}>
      <IconPlus size={20} stroke={2} aria-hidden />
      <span>{t('shell:recordTest')}</span>
    </Link>
  )
  if (place === 'navigation') return <div className={styles.navigation}>{link}</div>
  return (
    <nav aria-label={t('shell:recordTest')} className={styles.thumb}>
      {link}
    </nav>
  )
}
