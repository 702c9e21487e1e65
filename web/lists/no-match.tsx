import { IconFilterOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'

interface Props {
  title: string
  onClear: () => void
  /** Another way to see more. */
  children?: ReactNode
}

/** Stands in place of a list of which the filters leave nothing. */
export function NoMatch({ title, onClear, children }: Props) {
  const t = useT()
  return (
    <Notice title={title} text={t('lists:noMatch.text')} picture={<IconFilterOff size={40} stroke={1.5} aria-hidden />}>
      <Button variant="default" onClick={onClear}>
        {t('lists:filter.clear')}
      </Button>
      {children}
    </Notice>
  )
}
