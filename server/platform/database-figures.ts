import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Pool } from 'pg'

/** Milliseconds to wait for the database before its figures are left out. */
const answerLimitMs = 1500

/** Milliseconds for which an answer is used again, so that several scrapers cost no more than one. */
const freshMs = 3000

/** The figures of the function `operating_figures`, with the name of the label where there are several values. */
const figures = {
  audit_chains_broken: { help: 'Tenants whose audit chain was found broken, until somebody clears the alarm' },
  audit_oldest_unsealed_seconds: { help: 'Age of the oldest audit event without a seal' },
  counts_oldest_unfolded_seconds: { help: 'Age of the oldest change of records that no count holds yet' },
  exports: { help: 'Exports that run or wait for their turn', label: 'state' },
  exports_oldest_seconds: { help: 'Age of the export that has run or waited longest', label: 'state' },
  jobs_oldest_waiting_seconds: { help: 'Time that the oldest job has been due, by queue', label: 'queue' },
  outbox_given_up: { help: 'Messages that were tried for two days in vain, within the last day', label: 'channel' },
  outbox_messages: { help: 'Messages that are not sent yet, without those of suspended tenants', label: 'channel' },
  outbox_oldest_seconds: { help: 'Age of the oldest message that is not sent yet', label: 'channel' },
} as const satisfies Record<string, { help: string; label?: string }>

interface Figure {
  figure: keyof typeof figures
  label: string
  value: number
}

/**
 * Adds the figures of the database to a registry. They are those of all processes and tenants together, so every
 * process reports the same. The pool is asked once for a scrape at most. `lateral_database_up` tells whether it
 * answered; if not, the figures are unknown, which is not the same as 0.
 */
export function addDatabaseFigures(registry: Registry, pool: Pool): void {
  const read = shared(async () => {
    const { rows } = await pool.query<Figure>('select figure, label, value from operating_figures()')
    return rows
  })
  addGauge(registry, 'database_up', `Whether the database answers within ${answerLimitMs / 1000} seconds`, async () => [
    { value: (await read()) === undefined ? 0 : 1 },
  ])
  for (const [name, { help, ...more }] of Object.entries<{ help: string; label?: string }>(figures)) {
    addGauge(
      registry,
      name,
      help,
      async () => {
        const unknown = more.label === undefined ? [{ value: Number.NaN }] : []
        return (await read())?.filter(({ figure }) => figure === name) ?? unknown
      },
      more.label,
    )
  }
}

/** Adds a gauge whose values are asked for in each scrape. */
function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => Promise<readonly { label?: string; value: number }[]>,
  labelName?: string,
): void {
  const gauge = new Gauge({
    name: `lateral_${name}`,
    help,
    labelNames: labelName === undefined ? [] : [labelName],
    registers: [registry],
    async collect() {
      const values = await read()
      gauge.reset()
      for (const { label = '', value } of values)
        gauge.set(labelName === undefined ? {} : { [labelName]: label }, value)
    },
  })
}

/**
 * Returns a function that asks, and gives undefined when the answer fails or does not come in time. An answer that has
 * not come yet, or is fresh, is shared by all callers.
 */
function shared<T>(ask: () => Promise<T>): () => Promise<T | undefined> {
  let asked: Promise<T | undefined> | undefined
  return () => {
    asked ??= ask()
      .catch(() => undefined)
      .finally(() => setTimeout(() => (asked = undefined), freshMs).unref())
    return Promise.race([asked, sleep(answerLimitMs, undefined, { ref: false })])
  }
}
