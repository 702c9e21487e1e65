import { IconCalendarOff } from '@tabler/icons-react'
import { Notice } from './notice.tsx'
import { useT } from './phrases.ts'

/** Replaces the content of a range whose last day lies before its first. */
export function RangeBackwards() {
  const t = useT()
  return (
    <Notice
      title={t('ranges:backwards.title')}
      text={t('ranges:backwards.text')}
      picture={<IconCalendarOff size={40} stroke={1.5} aria-hidden />}
    />
  )
}
