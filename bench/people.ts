import { openCluster } from './cluster.ts'
import { againstLimit, besideLimit, contender } from './comparison.ts'
import { bigTenant, databaseOf, databases } from './fixture.ts'
import { isLoaded, load } from './loading.ts'
import { startBareServer, startServer } from './processes.ts'
import { recordStatements } from './recorded-statements.ts'
import { printAim, printTable, ratios } from './report.ts'
import { logIn } from './session.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const turn = 800
/**
 * Each kind of request is sent with this many different filters in turn, so that no reply comes from a cache of the one
 * before.
 */
const different = 32
const since = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString()
const { lastNames, subjects } = databases.people.scale

/**
 * A list that is asked for with a filter or a search. `search` gets the number of the request, so that each request
 * looks for something else.
 */
interface Asked {
  what: string
  list: 'organisations' | 'groups' | 'users' | 'subjects'
  filter?: Record<string, string>
  search?: (n: number) => string
  asks?: keyof typeof bigTenant.accounts
}

const firstNames = ['ada', 'ben', 'cleo', 'dev', 'eve', 'finn', 'gita', 'hugo']
const lastName = (n: number) => `person${1000 + ((n * 271) % (lastNames - 1000))}`
const ofSubject = (n: number) => (n * 61_057) % subjects.ofBig

const asked: readonly Asked[] = [
  { what: 'organisations with figures', list: 'organisations', filter: { tests_since: since } },
  { what: '– one, by a word', list: 'organisations', search: (n) => String(1000 + n * 271) },
  { what: '– by a word of all', list: 'organisations', search: () => 'organisation' },
  { what: 'groups with figures', list: 'groups', filter: { tests_since: since } },
  { what: '– one, by a word', list: 'groups', search: (n) => String(1000 + n * 271) },
  { what: '– by a word of all', list: 'groups', search: () => 'group' },
  { what: 'staff', list: 'users' },
  { what: '– one, by email', list: 'users', search: (n) => `user-${1000 + n * 271}@` },
  { what: '– a hundred, by name', list: 'users', search: (n) => `user ${10 + n}` },
  { what: '– by a word of all', list: 'users', search: () => 'bench' },
  { what: 'patients, for an organisation', list: 'users', filter: { user_type: 'patient' }, asks: 'organisation' },
  { what: 'subjects', list: 'subjects' },
  { what: '– one, by email', list: 'subjects', search: (n) => `p${ofSubject(n)}@` },
  { what: '– some, by the start of an ID', list: 'subjects', search: (n) => `L${100_000 + (ofSubject(n) % 900_000)}` },
  { what: '– 200, by last name', list: 'subjects', search: lastName },
  { what: '– 25, by both names', list: 'subjects', search: (n) => `${firstNames[n % 8]} ${lastName(n)}` },
  { what: '– 2,200, by the start of a last name', list: 'subjects', search: (n) => `person${100 + n}` },
  { what: '– none', list: 'subjects', search: (n) => `nobody${n}` },
  { what: '– 250,000, by first name', list: 'subjects', search: (n) => firstNames[n % 8] ?? '' },
  { what: '– by both names, each of many', list: 'subjects', search: (n) => `${firstNames[n % 8]} person${10 + n}` },
  { what: '– all, by one letter', list: 'subjects', search: () => 'p' },
  { what: '– all of a group, by one letter', list: 'subjects', search: () => 'p', asks: 'clinical' },
  { what: '– all of an organisation, by one letter', list: 'subjects', search: () => 'p', asks: 'organisation' },
]

const cluster = await openCluster()
const url = cluster.urlOf(databaseOf('people'))
try {
  if (!(await isLoaded('people', cluster.urlOf('lateral')))) await load('people', cluster.urlOf('lateral'), url)
  await measure()
} finally {
  await cluster.close()
}

async function measure(): Promise<void> {
  const lateral = await startServer('lateral', { DATABASE_URL: url })
  try {
    const [tenant, organisation, clinical] = [
      await logIn(lateral.port, bigTenant.accounts.tenant),
      await logIn(lateral.port, bigTenant.accounts.organisation),
      await logIn(lateral.port, bigTenant.accounts.clinical),
    ]
    const headersOf = { tenant, organisation, clinical }
    const cases = asked.map((one) => ({ ...one, paths: pathsOf(one), asks: one.asks ?? ('tenant' as const) }))
    const atLimit = ({ asks }: { asks: string }, path: string) => `/${asks}${path}`
    const statements = await recordStatements(
      url,
      cases.flatMap((one) =>
        one.paths.map((path) => ({ name: atLimit(one, path), path, headers: headersOf[one.asks] })),
      ),
    )
    const bare = await startBareServer(url, statements)
    const tests = contender('tests', lateral.port, '/api/v1/test-records?per_page=50', tenant)
    try {
      for (const clients of [1, 32]) {
        const rows = []
        for (const one of cases) {
          const limit = one.paths.map((path) => atLimit(one, path))
          const contenders = [
            contender('limit', bare.port, limit),
            contender('Lateral', lateral.port, one.paths, headersOf[one.asks]),
            tests,
          ]
          const title = one.what.replace('–', one.list)
          // Requests for a single row cost more than their statements, so only pages of fifty are held to the aims.
          const hold = one.search === undefined && one.asks === 'tenant' ? againstLimit : besideLimit
          const figures = await hold(`${title}, ${clients} client(s)`, contenders, { clients, rounds, turn })
          const [, measured, ofTests] = figures
          const toTests = (measured?.p50 ?? Number.NaN) / (ofTests?.p50 ?? Number.NaN)
          printAim('p50 against the first page of tests', toTests, { atMost: 2 })
          rows.push({ ...ratios(figures)[1], what: title, 'to tests': toTests.toFixed(2) })
        }
        printTable(`All of them, ${clients} client(s)`, rows)
      }
    } finally {
      await bare.stop()
    }
  } finally {
    await lateral.stop()
  }
}

function pathsOf({ list, filter, search }: Asked): string[] {
  const path = (n: number) => {
    const query = new URLSearchParams({ per_page: '50', ...filter, ...(search && { search: search(n) }) })
    return `/api/v1/${list}?${query}`
  }
  return [...new Set(Array.from({ length: different }, (_, n) => path(n)))]
}
