import { IconFilterOff } from '@tabler/icons-react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'

/** Stands in place of a list of which the filters leave nothing. */
export function NoMatch({ title, onClear }: { title: string; onClear: () => void }) {
  const t = useT()
  return (
    <Notice title={title} text={t('lists:noMatch.text')} picture={<IconFilterOff size={40} stroke={1.5} aria-hidden />}>
      <Button variant="default" onClick={onClear}>
        {t('lists:filter.clear')}
      </Button>
    </Notice>
  )
}
