import type { IReachabilityForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser'

/** The top-level folders with code. */
export const rooms = ['contract', 'server', 'database', 'web', 'tests', 'e2e', 'bench', 'scripts']

/** Tests, and what those of the server are built on. */
const test = String.raw`(^tests/|\.test\.tsx?$)`
const repository = String.raw`[/-]repository\.ts$`
const service = String.raw`[/-]service\.ts$`
const routes = String.raw`[/-]routes\.ts$`
const serverNoun = '^server/(?!access/|platform/)([^/]+)/'

/** What the pages of all nouns are built on, the lowest first; none may import one after it. */
const webKits = ['ui', 'api', 'preferences', 'policies', 'session', 'loading', 'routing', 'lists', 'editing']
const webKit = `^web/(?:${webKits.join('|')})/`
const webNoun = `^web/(?!(?:${webKits.join('|')}|shell|testing)/)([^/]+)/`
const webQueries = String.raw`^web/[^/]+/queries\.tsx?$`

/** True for a test, which may ignore every rule except those about tests. */
export function isTest(file: string): boolean {
  return new RegExp(test).test(file)
}

/** The noun of a file of the server, or undefined if it belongs to none. */
export function serverNounOf(file: string): string | undefined {
  return new RegExp(serverNoun).exec(file)?.[1]
}

/**
 * The folder of a file of the web app, or undefined outside all folders. The queries of a noun count as a folder of
 * their own, beneath lists and forms, because those ask nouns for what there is to choose.
 */
export function webFolderOf(file: string): string | undefined {
  const folder = /^web\/(?!testing\/)([^/]+)\//.exec(file)?.[1]
  const areQueries = new RegExp(webQueries).test(file) && new RegExp(webNoun).test(file)
  return areQueries ? `${folder}/queries` : folder
}

/** Matches an npm package in node_modules, wherever npm put it. */
const packages = (...names: string[]): string => `(^|/)node_modules/(${names.join('|')})/`

type Rule = IRegularForbiddenRuleType | IReachabilityForbiddenRuleType

/** The import rules of docs/architecture.md. Each name is what a person reads when the check fails. */
export const architectureRules: Rule[] = [
  forbid('no import in a circle', {}, { circular: true }),
  // The build alone understands the suffix that asks for the address of a package's file; it fails if there is no such
  // file.
  forbid(
    'every import leads somewhere',
    {},
    { couldNotResolve: true, pathNot: String.raw`^(zxing-wasm/.+\.wasm\?url|@medplum/fhirtypes)$` },
  ),

  forbid(
    'the contract imports only itself, zod and libphonenumber-js',
    { path: '^contract/', pathNot: test },
    { pathNot: ['^contract/', packages('zod', 'libphonenumber-js')] },
  ),
  forbid('tests of the contract see no other room', { path: '^contract/' }, { path: roomsOtherThan('contract') }),
  forbid(
    'the server imports only the contract and itself',
    { path: '^server/', pathNot: '^server/(main|fhir/validators\\.test)\\.ts$' },
    { path: roomsOtherThan('server', 'contract', 'tests') },
  ),
  forbid(
    'tests of the server see no screen',
    { path: '^tests/' },
    { path: roomsOtherThan('tests', 'server', 'contract') },
  ),
  forbid(
    'the server starts from its own parts',
    { path: '^server/main\\.ts$' },
    { path: roomsOtherThan('server', 'contract', 'database') },
  ),
  forbid(
    'the web app imports only the contract and itself',
    { path: '^web/' },
    { path: roomsOtherThan('web', 'contract') },
  ),
  forbid('the web app runs in a browser', { path: '^web/', pathNot: test }, { dependencyTypes: ['core'] }),
  forbid('journeys see only the contract and HTTP', { path: '^e2e/' }, { path: roomsOtherThan('e2e', 'contract') }),
  forbid(
    'benchmarks see only the contract and HTTP',
    { path: '^bench/' },
    { path: roomsOtherThan('bench', 'contract') },
  ),
  forbid(
    'demo data go through the contract, the platform and services',
    { path: '^database/', pathNot: [test] },
    { path: '^(server|web|e2e|bench|scripts)/', pathNot: ['^server/platform/', '^server/[^/]+/service\\.ts$'] },
  ),
  forbid('scripts leave the web app alone', { path: '^scripts/' }, { path: '^(web|e2e|bench)/' }),

  forbid(
    'only repositories, access and platform touch SQL',
    { path: '^server/', pathNot: ['^server/(access|platform)/', repository, '^server/(app|main)\\.ts$', test] },
    { path: packages('kysely', 'pg', '@types/pg') },
  ),
  forbid(
    'of a noun only its routes know HTTP',
    { path: serverNoun, pathNot: [routes, test] },
    {
      path: [
        packages('fastify', '@fastify/[^/]+'),
        routes,
        '^server/access/(serving/serve|serving/serve-row|sessions/session-cookie|sessions/forgery|changing/versions)\\.ts$',
      ],
    },
  ),
  forbid('routes go through their service', { path: routes }, { path: repository }),
  forbid('repositories call nobody above', { path: repository }, { path: [service, routes], reachable: true }),
  forbid('columns are plain', { path: '^server/[^/]+/columns\\.ts$' }, { pathNot: '^contract/' }),
  forbid(
    'a server noun knows another only by its service.ts and columns.ts',
    { path: serverNoun, pathNot: test },
    { path: serverNoun, pathNot: ['^server/$1/', '^server/[^/]+/(service|columns)\\.ts$'] },
  ),
  forbid(
    'accounts know no other noun',
    { path: '^server/accounts/', pathNot: test },
    { path: serverNoun, pathNot: '^server/accounts/' },
  ),
  forbid(
    'the platform knows no noun',
    { path: '^server/platform/', pathNot: test },
    { path: '^(server|database)/', pathNot: '^server/platform/' },
  ),
  forbid(
    'access knows no noun',
    { path: '^server/access/', pathNot: test },
    { path: '^server/', pathNot: '^server/(access|platform)/' },
  ),
  forbid('only tests use what is for testing', { pathNot: [test, '^web/testing/'] }, { path: '^(tests|web/testing)/' }),

  forbid(
    'a web noun knows another only by its queries.ts',
    { path: webNoun, pathNot: test },
    {
      path: webNoun,
      // The dashboard reminds people of a test that they were recording.
      pathNot: ['^web/$1/', webQueries, '^web/test-records/recording/(draft-reminder|offered-draft)\\.tsx?$'],
    },
  ),
  forbid(
    'shared kits of the web know nouns only by their queries.ts',
    { path: webKit, pathNot: test },
    { path: webNoun, pathNot: webQueries },
  ),
  forbid(
    'the shell knows of a noun only what every page shows',
    { path: '^web/shell/', pathNot: test },
    {
      path: webNoun,
      pathNot: [
        webQueries,
        '^web/operator/entry-banner\\.tsx$',
        '^web/tenants/tabs\\.ts$',
        '^web/test-records/running/run-alerts\\.ts$',
      ],
    },
  ),
  forbid(
    'no page knows the shell',
    { path: '^web/[^/]+/', pathNot: ['^web/(shell|testing)/', test] },
    { path: '^web/shell/' },
  ),
  forbid(
    'web/ui knows no router, query or noun',
    { path: '^web/ui/', pathNot: test },
    // Facts about the browser are read in a single module, which knows nothing of the app.
    { path: ['^web/(?!ui/|browser\\.ts$)', packages('@tanstack/react-router', '@tanstack/react-query')] },
  ),
  forbid(
    'web/api knows no screen',
    { path: '^web/api/', pathNot: test },
    // Failures are put into words there.
    { path: '^web/[^/]+/', pathNot: ['^web/api/', '^web/ui/phrases\\.ts$'] },
  ),
]

function forbid(name: string, from: IRegularForbiddenRuleType['from'], to: Rule['to']): Rule {
  return { name, severity: 'error', from, to }
}

/** Every top-level folder except these. */
function roomsOtherThan(...own: string[]): string {
  return `^(${rooms.filter((room) => !own.includes(room)).join('|')})/`
}
