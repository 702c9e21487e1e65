import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'

/** Reads a value of `/metrics`, named as there, such as `lateral_exports{state="running"}`; undefined if it is not there. */
export async function metricOf(app: FastifyInstance, name: string): Promise<number | undefined> {
  const { body, statusCode } = await app.inject({ url: '/metrics' })
  expect(statusCode).toBe(200)
  const line = body.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

/** Lists the names of metrics in a scrape, with those of the parts of histograms. */
export function metricNames(scraped: string): Set<string> {
  const types = [...scraped.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}
