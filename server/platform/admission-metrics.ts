import { Counter, Gauge, type Registry } from 'prom-client'
import { loads, type Admission } from './admission.ts'

/** Adds to the metrics, by load, how requests share the connections to the database. */
export function addAdmission(registry: Registry, admission: Admission): void {
  const common = { labelNames: ['load'] as const, registers: [registry] }
  for (const [figure, help] of Object.entries(gauges)) {
    new Gauge({
      ...common,
      name: `lateral_connections_${figure}`,
      help,
      collect() {
        for (const load of loads) this.set({ load }, admission.figures()[load][figure as keyof typeof gauges])
      },
    })
  }
  for (const [figure, [name, help]] of Object.entries(counters)) {
    new Counter({
      ...common,
      name: `lateral_connections_${name}_total`,
      help,
      collect() {
        this.reset()
        for (const load of loads) this.inc({ load }, admission.figures()[load][figure as keyof typeof counters])
      },
    })
  }
}

const gauges = {
  held: 'Requests that hold a connection',
  waiting: 'Requests that wait for a connection',
} as const

const counters = {
  admitted: ['admitted', 'Requests that got a connection'],
  refused: ['refused', 'Requests that were answered with 503 because they would have waited too long'],
} as const
