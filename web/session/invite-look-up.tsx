import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { verifyInvite } from '../../contract/invites/endpoints.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { ApiError } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { BackToLogin } from './back-to-login.tsx'
import { EntranceHeading } from './entrance.tsx'
import { inviteQuery, readCode } from './invite-calls.ts'
import { InviteCodeForm } from './invite-code-form.tsx'

export type OpenInvite = Reply<typeof verifyInvite>['data']

interface Props {
  /** The code as an address has it. */
  text: string
  children: (invite: OpenInvite, code: string) => ReactNode
}

/** Shows something of the invite that a code is for; of a code that does not work, says what to do. */
export function InviteLookUp({ text, children }: Props) {
  const t = useT()
  const code = readCode(text)
  const { data, error, isFetching, refetch } = useQuery({ ...inviteQuery(code ?? ''), enabled: code !== undefined })
  if (code === undefined) return <InviteCodeForm refused={text} />
  if (data !== undefined) return children(data, code)
  if (isFetching || error === null) {
    return (
      <div role="status">
        <EntranceHeading title={t('invitee:look.pending')} intro={t('registration:verify.pendingText')} />
      </div>
    )
  }
  if (error instanceof ApiError && error.code === 'code-invalid') return <InviteCodeForm refused={text} />
  return (
    <>
      <EntranceHeading title={t('registration:verify.failedTitle')} intro={wordsOf(error)} takesFocus />
      <Button isWide onClick={() => void refetch()}>
        {t('shell:tryAgain')}
      </Button>
      <BackToLogin />
    </>
  )

  function wordsOf(failure: Error): string {
    if (!(failure instanceof ApiError) || failure.status >= 500) return t('invitee:look.failed')
    return failure.status === 0 ? t('shell:offline') : failure.message
  }
}
