import { useQuery } from '@tanstack/react-query'
import { startSession } from '../../contract/session/endpoints.ts'
import { ApiError } from '../api/api-error.ts'
import { request } from '../api/client.ts'
import { failureWords } from '../editing/failure-words.ts'
import { Button } from '../ui/button.tsx'
import { useT, type PhraseKey } from '../ui/phrases.ts'
import { BackToLogin, EntranceHeading } from './entrance.tsx'

/** How far the opening of a mail's link has come, while it says nothing yet of what it is about. */
export type Unopened = { is: 'pending' } | { is: 'link-invalid' } | { is: 'failed'; error: unknown; retry: () => void }

interface Sent {
  query: { id: string }
  signal: AbortSignal
  errors: 'caller'
}

/**
 * Opens a mail's link once, after the session is initialised (spec §7), and answers what it is about. `name` tells the
 * kinds of links apart.
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

/** Whether a failure says that a link or a code does not work. One that a mail program cut or doubled is no link at all. */
export function isLinkInvalid(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { code, errors } = error
  return code === 'link-invalid' || code === 'code-invalid' || errors.token !== undefined || errors.code !== undefined
}

interface Props {
  opening: Exclude<Unopened, { is: 'link-invalid' }>
  /** Says what is under way. */
  pending: string
  /** Says that it failed, where that is our fault. */
  failed: PhraseKey
}

/** Says that a mail's link is being opened, or that this failed and can be tried again. */
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
