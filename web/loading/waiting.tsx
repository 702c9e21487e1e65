import { Suspense, useEffect, useState } from 'react'
import { patienceMs } from '../api/patience.ts'
import { unreachableWords } from '../api/failure-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import type { Elements } from '../ui/elements.ts'
import * as field from '../ui/field.module.css'
import { Notice } from '../ui/notice.tsx'
import { useT } from '../ui/phrases.ts'
import { isReachable } from './lazy-page.ts'
import * as styles from './waiting.module.css'

/**
 * The placeholder of a part of the app that is loading. Loading may take longer than a request may (spec §9), so that a
 * slow network succeeds in the end, but a long wait is explained and offers what to do.
 */
export function Waiting({ children }: { children?: Elements }) {
  const [isLate, setLate] = useState(false)
  // Time is outside React.
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {isLate && <Late />}
      {children}
    </>
  )
}

/** Suspends for content that is loaded later, with a placeholder until then. */
export function Coming({ fallback, children }: { fallback?: Elements; children: Elements }) {
  return <Suspense fallback={<Waiting>{fallback}</Waiting>}>{children}</Suspense>
}

/** A browser requests a part only once, so the only alternative to waiting is to reload the page. */
function Late() {
  const t = useT()
  const [is, setIs] = useState<'late' | 'asking' | 'offline'>('late')

  async function reload() {
    setIs('asking')
    // Without a server the browser's own error page would replace this one.
    if (await isReachable()) window.location.reload()
    else setIs('offline')
  }

  return (
    <div className={styles.late}>
      <Alert tone="notice">
        <p className={styles.text}>{t(is === 'offline' ? unreachableWords() : 'shell:partLate')}</p>
        <Button variant="default" isPending={is === 'asking'} onClick={() => void reload()}>
          {t('shell:tryAgain')}
        </Button>
      </Alert>
    </div>
  )
}

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
    <p className={field.hint}>
      <span>{`${title} `}</span>
      {retry}
    </p>
  ) : (
    <Notice title={title} text={t('lists:failed.text')}>
      {retry}
    </Notice>
  )
}
