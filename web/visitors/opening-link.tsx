import { useQuery } from '@tanstack/react-query'
import { startSession } from '../../contract/session/endpoints.ts'
import { ApiError } from '../api/api-error.ts'
import { request } from '../api/client.ts'
import { failureWords } from '../api/failure-words.ts'
import { Button } from '../ui/button.tsx'
import { useT, type PhraseKey } from '../ui/phrases.ts'
import { BackToLogin, EntranceHeading } from './entrance.tsx'

/** The state of opening a link from an email, before its content is known. */
export type Unopened = { is: 'pending' } | { is: 'link-invalid' } | { is: 'failed'; error: unknown; retry: () => void }

interface Sent {
  query: { id: string }
  signal: AbortSignal
  errors: 'caller'
}

/**
 * Opens a link from an email once, after the session is initialised (spec §7), and returns its content. `name` tells
 * the kinds of links apart.
 */
export function useOpenedLink<Opened>(
  name: string,
  id: string,
  open: (sent: Sent) => Promise<{ data: Opened }>,
): { is: 'opened'; link: Opened } | Unopened {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [name, id],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const started = await request(startSession, { signal, errors: 'caller' })
      if (started.status !== 204) throw new Error('The session did not start')
      return (await open({ query: { id }, signal, errors: 'caller' })).data
    },
  })
  if (data !== undefined) return { is: 'opened', link: data }
  if (isFetching || error === null) return { is: 'pending' }
  if (isLinkInvalid(error)) return { is: 'link-invalid' }
  return { is: 'failed', error, retry: () => void refetch() }
}

/**
 * True if an error means that a link or a code is invalid. A link that a mail program cut or doubled counts as invalid
 * too.
 */
export function isLinkInvalid(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { code, errors } = error
  return code === 'link-invalid' || code === 'code-invalid' || errors.token !== undefined || errors.code !== undefined
}

interface Props {
  opening: Exclude<Unopened, { is: 'link-invalid' }>
  pending: string
  /** Shown if opening failed through a fault of the server. */
  failed: PhraseKey
}

/** Shows that a link from an email is being opened, or that this failed and can be tried again. */
export function OpeningLink({ opening, pending, failed }: Props) {
  const t = useT()
  if (opening.is === 'pending') {
    return (
      <div role="status">
        <EntranceHeading title={pending} intro={t('registration:verify.pendingText')} />
      </div>
    )
  }
  return (
    <>
      <EntranceHeading
        title={t('registration:verify.failedTitle')}
        intro={failureWords(opening.error, { failed })}
        takesFocus
      />
      <Button isWide onClick={opening.retry}>
        {t('shell:tryAgain')}
      </Button>
      <BackToLogin />
    </>
  )
}
