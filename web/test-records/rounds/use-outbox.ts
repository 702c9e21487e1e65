import { useState, useSyncExternalStore } from 'react'
import { sendRoundEntries } from '../../../contract/rounds/endpoints.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { useUser } from '../../session/queries.ts'
import { useSending } from '../recording/use-sending.ts'
import { makeOutbox } from './outbox.ts'

/** What the user entered in a round and the server has not taken yet; it is sent by itself. */
export function useOutbox(roundId: string, onReply: (reply: Reply<typeof sendRoundEntries>) => void) {
  const { id: userId } = useUser()
  const [outbox] = useState(() =>
    makeOutbox({
      roundId,
      userId,
      send: (entries) =>
        call(sendRoundEntries, { params: { id: roundId }, body: { entries }, errors: 'caller', keepalive: true }),
      onReply,
    }),
  )
  useSending(outbox)
  const state = useSyncExternalStore(outbox.subscribe, outbox.state)
  return { ...state, put: outbox.put, drop: outbox.drop, now: outbox.now }
}
