import { openCluster } from './cluster.ts'
import { contender } from './comparison.ts'
import { auditActors, bigTenant, databaseOf, idOf } from './fixture.ts'
import { isLoaded, load } from './loading.ts'
import { compare } from './measure.ts'
import { startServer } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { logIn } from './session.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const turn = 800
const day = 24 * 60 * 60 * 1000
const since = (days: number) => new Date(Date.now() - days * day).toISOString()
const busy = idOf.user(0, auditActors.busy)
const usual = idOf.user(0, 7)

/** Filters of the audit trail, each asked of the 10,000,000 events that `fillAudit` gives one tenant. */
const asked: Record<string, Record<string, string>> = {
  everything: {},
  'oldest first': { sort: 'at' },
  'one actor': { actor_id: usual },
  'an actor of a million events': { actor_id: busy },
  'an action of millions': { action: 'test-record.opened' },
  'a rare action': { action: 'organisation.changed' },
  'an action that never was': { action: 'group.suspended' },
  'a type of resource': { resource_type: 'subject' },
  'one resource': { resource_id: idOf.subject(0, 11) },
  refused: { outcome: 'refused' },
  done: { outcome: 'done' },
  'a week': { from: since(7) },
  'a day a year ago': { from: since(366), to: since(365) },
  'an actor and an action': { actor_id: busy, action: 'user.lang' },
  'an actor and what they never did': { actor_id: busy, action: 'subject.opened' },
  'an actor, refused': { actor_id: busy, outcome: 'refused' },
  'an action, refused': { action: 'test-record.opened', outcome: 'refused' },
  'a type, refused': { resource_type: 'test-record', outcome: 'refused' },
  'an action of another type': { action: 'session.login', resource_type: 'group' },
  'an actor in a day a year ago': { actor_id: busy, from: since(366), to: since(365) },
  'an action in a week': { action: 'session.login', from: since(7) },
  'refused in a day': { outcome: 'refused', from: since(1) },
  'actor, action, type, outcome and month': {
    actor_id: busy,
    action: 'test-record.opened',
    resource_type: 'test-record',
    outcome: 'done',
    from: since(60),
    to: since(30),
  },
}

const cluster = await openCluster()
const url = cluster.urlOf(databaseOf('audit'))
try {
  if (!(await isLoaded('audit', cluster.urlOf('lateral')))) await load('audit', cluster.urlOf('lateral'), url)
  const lateral = await startServer('lateral', { DATABASE_URL: url })
  try {
    const tenant = await logIn(lateral.port, bigTenant.accounts.tenant)
    const tests = contender('tests', lateral.port, '/api/v1/test-records?per_page=50', tenant)
    for (const clients of [1, 32]) {
      const rows = []
      for (const [what, filter] of Object.entries(asked)) {
        const path = `/api/v1/audit-events?${new URLSearchParams({ per_page: '50', ...filter })}`
        const [trail, ofTests] = await compare([contender(what, lateral.port, path, tenant), tests], {
          clients,
          rounds,
          turn,
        })
        if (trail === undefined || ofTests === undefined) continue
        const toTests = trail.p50 / ofTests.p50
        printAim(`${what}, ${clients} client(s): p50 against the first page of tests`, toTests, { atMost: 2 })
        rows.push({
          what,
          clients,
          'p50 ms': trail.p50.toFixed(2),
          'p95 ms': trail.p95.toFixed(2),
          'tests p50 ms': ofTests.p50.toFixed(2),
          'to tests': toTests.toFixed(2),
        })
      }
      printTable(`The audit trail of 10,000,000 events, ${clients} client(s)`, rows)
    }
  } finally {
    await lateral.stop()
  }
} finally {
  await cluster.close()
}
