import { useQuery } from '@tanstack/react-query'
import { startSession } from '../../contract/session/endpoints.ts'
import { verifyEmail, verifyInvitation, verifyRegistration } from '../../contract/session/registration.ts'
import { ApiError } from '../api/api-error.ts'
import { call, request } from '../api/client.ts'

const endpoints = { verifyRegistration, verifyEmail, verifyInvitation }

/** How far the verification of an email is; done, for an invitation with what sets the password. */
export type Verification =
  | { email: string; token?: string }
  | { is: 'pending' }
  | { is: 'link-invalid' }
  | { is: 'failed'; isOffline: boolean; retry: () => void }

/** Calls the server once with what a mail's link holds, after the session is initialised (spec §7). */
export function useVerification(kind: keyof typeof endpoints, id: string): Verification {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [kind, id],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const started = await request(startSession, { signal, errors: 'caller' }, undefined, {})
      if (started.status !== 204) throw new Error('The session did not start')
      return (await call(endpoints[kind], { query: { id }, signal, errors: 'caller' })).data
    },
  })
  if (data !== undefined) return data
  if (isFetching || error === null) return { is: 'pending' }
  if (error instanceof ApiError && error.code === 'link-invalid') return { is: 'link-invalid' }
  return { is: 'failed', isOffline: error instanceof ApiError && error.status === 0, retry: () => void refetch() }
}
