import { errorStatus, type ErrorCode } from '../../contract/errors/errors.ts'
import type { Phrases } from '../../contract/phrases/phrases.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Link } from '../routing/link.tsx'
import { useT, type PhraseKey } from '../ui/phrases.ts'
import { lastError } from './last-error.ts'
import * as styles from './error-page.module.css'

const titles: Partial<Record<number, PhraseKey>> = {
  401: 'shell:title401',
  403: 'shell:title403',
  404: 'shell:title404',
}

const codes: Partial<Record<number, Extract<ErrorCode, keyof Phrases['errors']>>> = {
  400: 'bad-request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  503: 'unavailable',
}

/**
 * The page of an error (spec §8): of the status in its address, or otherwise of the response that led here, with the
 * reference that support can look up.
 */
export function ErrorPage({ status }: { status: number | undefined }) {
  const t = useT()
  const error = status === undefined ? lastError() : undefined
  const shown = status ?? error?.status ?? 500
  const code = codes[shown] ?? 'internal'
  // The server's message is in the user's language and more specific than the status.
  const text =
    error !== undefined && error.code in errorStatus && error.message !== error.code
      ? error.message
      : t(`errors:${code}`)
  return (
    <div className={styles.error}>
      <h1 tabIndex={-1} data-page-heading className={styles.title}>
        {t(titles[shown] ?? 'shell:title500')}
      </h1>
      <p className={styles.text}>{text}</p>
      {error?.requestId !== undefined && (
        <p className={styles.reference}>{t('shell:requestId', { id: error.requestId })}</p>
      )}
      <div className={styles.actions}>
        <Link {...paths.dashboard()} className={buttonClass()}>
          {t('shell:backToDashboard')}
        </Link>
        {error !== undefined && (
          <Button variant="default" onClick={() => window.history.back()}>
            {t('shell:tryAgain')}
          </Button>
        )}
      </div>
    </div>
  )
}
