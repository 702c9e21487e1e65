import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { paths, type TestRecordsSearch } from '../../paths.ts'

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'onPointerDown'> {
  /** The tests that the mark counts. */
  list: TestRecordsSearch
}

/**
 * Leads from a mark of a chart to the tests that it counts. Charts have hundreds of them, and each link of the router watches where the
 * user is; this one is drawn in a tenth of the time, and loads the list ahead when it is pressed.
 */
export function MarkLink({ list, children, ...rest }: Props) {
  const router = useRouter()
  const to = paths.testRecords(list)

  function onClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate(to)
  }

  return (
    <a
      {...rest}
      href={router.buildLocation(to).href}
      onClick={onClick}
      onPointerDown={() => void router.preloadRoute(to).catch(() => undefined)}
    >
      {children}
    </a>
  )
}
