import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  cancelRound,
  changeRoster,
  findInvitee,
  finishRound,
  getRound,
  getRoundChanges,
  listRounds,
  pauseRound,
  resumeRound,
  startRoundTimers,
  type OpenedRound,
} from '../../../contract/rounds/endpoints.ts'
import type { RoundRow } from '../../../contract/rounds/round.ts'
import { call } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { deviceTimes, type DeviceTimes } from '../running/clock.ts'

export function roundsQuery() {
  return queryOf(listRounds)
}

/** A round with its people, and the server's time with the device's clocks at its arrival. */
export interface ShownRound extends OpenedRound {
  received: DeviceTimes
}

/** Loads a round. It is fetched once, because the server notes who opened it; changes are asked for from then on. */
export function roundQuery(id: string) {
  return queryOptions({
    queryKey: [getRound.name, id],
    queryFn: async ({ signal }): Promise<ShownRound> => ({
      ...(await call(getRound, { params: { id }, signal })),
      received: deviceTimes(),
    }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** How often a visible page asks what others entered, in milliseconds. */
const askEveryMs = 1000

/**
 * Asks for what changed in a round while the page is visible, and shows it. Returns whether the last question was
 * answered, and what shows a reply of the server.
 */
export function useFollowedRound(id: string) {
  const queries = useQueryClient()
  const [isAnswered, setAnswered] = useState(true)
  const { queryKey } = roundQuery(id)

  function show(reply: Pick<OpenedRound, 'rows'> & Partial<OpenedRound>) {
    queries.setQueryData<ShownRound>(queryKey, (before) => before && merged(before, reply))
  }

  // Time and the server are outside React.
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    async function ask() {
      const known = queries.getQueryData<ShownRound>(roundQuery(id).queryKey)
      if (known !== undefined && document.visibilityState === 'visible' && isGoing(known)) {
        try {
          const query = { after: String(known.data.revision) }
          const reply = await call(getRoundChanges, {
            params: { id },
            query,
            signal: stop.signal,
            errors: 'unattended',
          })
          queries.setQueryData<ShownRound>(roundQuery(id).queryKey, (before) => before && merged(before, reply))
          setAnswered(true)
        } catch {
          if (!stop.signal.aborted) setAnswered(false)
        }
      }
      if (!stop.signal.aborted) timer = setTimeout(() => void ask(), askEveryMs)
    }
    timer = setTimeout(() => void ask(), askEveryMs)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [id, queries])

  return { isAnswered, show }
}

function isGoing({ data: { state } }: OpenedRound): boolean {
  return state === 'open' || state === 'paused'
}

/** Replaces what is older. A row may come that the page did not know. */
function merged(before: ShownRound, reply: Pick<OpenedRound, 'rows'> & Partial<OpenedRound>): ShownRound {
  const rows = new Map<string, RoundRow>(before.rows.map((row) => [row.subjectId, row]))
  for (const row of reply.rows) {
    if ((rows.get(row.subjectId)?.revision ?? 0) <= row.revision) rows.set(row.subjectId, row)
  }
  const isNewer = reply.data !== undefined && reply.data.revision >= before.data.revision
  return {
    data: isNewer && reply.data !== undefined ? reply.data : before.data,
    rows: [...rows.values()],
    ...(reply.now === undefined
      ? { now: before.now, received: before.received }
      : { now: reply.now, received: deviceTimes() }),
  }
}

/** The calls of a round's page. Their failures are the caller's. */
export function callsOf(id: string) {
  const input = { params: { id }, errors: 'caller' } as const
  return {
    pause: () => call(pauseRound, input),
    resume: () => call(resumeRound, input),
    cancel: () => call(cancelRound, input),
    finish: (revision: number) => call(finishRound, { ...input, body: { revision } }),
    startTimers: (subjectIds: string[]) => call(startRoundTimers, { ...input, body: { subjectIds } }),
    findInvitee: async (code: string) => (await call(findInvitee, { ...input, body: { code } })).data.subjectId,
    changeRoster: (subjectId: string, isIn: boolean) => call(changeRoster, { ...input, body: { subjectId, isIn } }),
  }
}
