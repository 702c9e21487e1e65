import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'
import * as styles from './answer.module.css'

interface FailedProps {
  query: { isFetching: boolean; refetch: () => unknown }
  /** Says what could not be loaded. */
  failed?: string | undefined
  /** True for a part among others, where the message takes one line. */
  isPart?: boolean
}

interface Props<R> extends FailedProps {
  query: FailedProps['query'] & { data: R | undefined; isPending: boolean }
  /** The placeholder until the answer, in about its size. */
  waiting: Elements
  children: (reply: R) => Elements
}

/**
 * Draws what a query answers. Until then it draws a placeholder, and after a failure a message that offers another
 * attempt, so that nobody waits for an answer that does not come. A missing row is handled for every page (spec §8).
 */
export function Answer<R>({ query, waiting, children, ...words }: Props<R>) {
  if (query.data !== undefined) return children(query.data)
  return query.isPending ? waiting : <NotLoaded query={query} {...words} />
}

/** Says that a query failed, and offers another attempt. */
export function NotLoaded({ query, failed, isPart = false }: FailedProps) {
  const t = useT()
  const title = failed ?? t('shell:notLoaded')
  const retry = (
    <Button variant={isPart ? 'quiet' : 'filled'} onClick={() => void query.refetch()} isPending={query.isFetching}>
      {t('shell:tryAgain')}
    </Button>
  )
  return isPart ? (
    <p className={styles.failed}>
      <span>{`${title} `}</span>
      {retry}
    </p>
  ) : (
    <Notice title={title} text={t('lists:failed.text')}>
      {retry}
    </Notice>
  )
}
