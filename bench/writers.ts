import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { logInAt } from './session.ts'

/** A demo tenant that the server loads by itself, with a user who records tests there. */
export const demo = {
  slug: 'harbour',
  host: 'harbour.localhost',
  password: 'Lateral-Flow-2026',
  email: 'clinical@harbour.test',
}

/**
 * Clients that record tests one after another, each under an idempotency key that is repeated until it is acknowledged.
 */
export interface Writers {
  /** Record ids by lot, which differs for each record. */
  acknowledged: Map<string, string>
  /** Number of replies by status that did not acknowledge a record; 0 means no reply at all. */
  refused: Map<number, number>
  /**
   * Waits until each writer has an acknowledgement of a request sent after this call. Returns the milliseconds that
   * took; throws after `limitMs`.
   */
  allAreBack(limitMs: number): Promise<number>
  /** Resolves once the last requests are acknowledged as well. */
  stop(): Promise<void>
}

export async function startWriters(port: number, count: number): Promise<Writers> {
  const headers = { ...(await logInAt(port, demo.email, demo)), 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${port}/api/v1/test-records`
  const like = await findRecord(url, headers)
  const run = randomUUID().slice(0, 8)
  const acknowledged = new Map<string, string>()
  const refused = new Map<number, number>()
  const sentAt = Array.from({ length: count }, () => 0)
  let isStopping = false

  const record = async (lot: string): Promise<void> => {
    const key = randomUUID()
    for (;;) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: JSON.stringify({ ...like, lot }),
      }).catch(() => undefined)
      const body = (await response?.json().catch(() => undefined)) as { data?: { id: string } } | undefined
      if (response?.ok && body?.data) {
        acknowledged.set(lot, body.data.id)
        return
      }
      const status = response?.status ?? 0
      refused.set(status, (refused.get(status) ?? 0) + 1)
      await sleep(20)
    }
  }
  const work = async (writer: number): Promise<void> => {
    for (let n = 0; !isStopping; n++) {
      const started = performance.now()
      await record(`${run}-${writer}-${n}`)
      sentAt[writer] = started
    }
  }
  const working = Promise.all(sentAt.map((_, writer) => work(writer)))
  return {
    acknowledged,
    refused,
    async allAreBack(limitMs) {
      const since = performance.now()
      while (sentAt.some((time) => time < since)) {
        if (performance.now() - since > limitMs) throw new Error(`Not back after ${limitMs / 1000} s`)
        await sleep(5)
      }
      return performance.now() - since
    },
    async stop() {
      isStopping = true
      await working
    },
  }
}

/** Builds the body of a recording from the latest stored record that these headers may see. */
export async function findRecord(url: string, headers: Record<string, string>) {
  const read = async (address: string) => {
    const response = await fetch(address, { headers })
    if (!response.ok) throw new Error(`GET ${address} answered ${response.status}`)
    return await response.json()
  }
  const { data: list } = (await read(`${url}?per_page=10`)) as { data: { id: string }[] }
  const { data } = (await read(`${url}/${list[0]?.id}`)) as { data: Shown }
  return {
    organisationId: data.organisation.id,
    groupId: data.group.id,
    subjectId: data.subject.id,
    assayId: data.assay.id,
    analyteResults: data.analyteResults.map(({ analyteId, result }) => ({ analyteId, result })),
    specimen: data.specimen,
    performedDate: data.performedAt.slice(0, 10),
    performedTime: '00:00',
    performedZone: 'UTC',
  }
}

interface Shown {
  performedAt: string
  specimen: string | null
  organisation: { id: string }
  group: { id: string }
  subject: { id: string }
  assay: { id: string }
  analyteResults: { analyteId: string; result: string }[]
}
