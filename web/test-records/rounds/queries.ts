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

/**
 * Loads a round. It is fetched once each time it is opened, because the server notes who opened it; changes are asked for from
 * then on, and it is forgotten when its page is left.
 */
export function roundQuery(id: string) {
  return queryOptions({
    queryKey: [getRound.name, id],
    queryFn: async ({ signal }): Promise<ShownRound> => ({
      ...(await call(getRound, { params: { id }, signal })),
      received: deviceTimes(),
    }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** How often a visible page asks what others entered, in milliseconds. */
const askEveryMs = 1000

/**
 * Asks for what changed in a round while the page is visible, at once when it becomes visible again, and shows it. Returns
 * whether the last question was answered, and what shows a reply of the server.
 */
export function useFollowedRound(id: string) {
  const queries = useQueryClient()
  const [isAnswered, setAnswered] = useState(true)
  const { queryKey } = roundQuery(id)

  function show(reply: Changes) {
    queries.setQueryData<ShownRound>(queryKey, (before) => before && merged(before, reply))
  }

  // Time, the server and what somebody looks at are outside React.
  useEffect(() => {
    const { queryKey: ofRound } = roundQuery(id)
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAsking = false

    async function ask(): Promise<void> {
      clearTimeout(timer)
      isAsking = true
      try {
        const known = queries.getQueryData<ShownRound>(ofRound)
        if (known !== undefined && isGoing(known)) {
          const changes = await askForChanges(id, known.data.revision, stop.signal)
          if (changes !== undefined)
            queries.setQueryData<ShownRound>(ofRound, (before) => before && merged(before, changes))
          setAnswered(true)
        }
      } catch {
        if (!stop.signal.aborted) setAnswered(false)
      }
      isAsking = false
      askLater()
    }
    function askLater(): void {
      if (stop.signal.aborted || document.visibilityState !== 'visible') return
      timer = setTimeout(() => void ask(), askEveryMs)
    }
    function askWhenSeen(): void {
      clearTimeout(timer)
      if (document.visibilityState === 'visible' && !isAsking) void ask()
    }

    askLater()
    document.addEventListener('visibilitychange', askWhenSeen, { signal: stop.signal })
    return () => {
      stop.abort()
      clearTimeout(timer)
      queries.removeQueries({ queryKey: ofRound, exact: true })
    }
  }, [id, queries])

  return { isAnswered, show }
}

/** Asks for what is newer than a revision of a round; undefined if nothing is. */
async function askForChanges(id: string, revision: number, signal: AbortSignal): Promise<Changes | undefined> {
  return await call(getRoundChanges, {
    params: { id },
    query: { after: String(revision) },
    headers: { 'If-None-Match': `"${revision}"` },
    signal,
    errors: 'unattended',
  })
}

type Changes = Pick<OpenedRound, 'rows'> & Partial<OpenedRound>

function isGoing({ data: { state } }: OpenedRound): boolean {
  return state === 'open' || state === 'paused'
}

/** Replaces what is older. A row may come that the page did not know. */
function merged(before: ShownRound, reply: Changes): ShownRound {
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
