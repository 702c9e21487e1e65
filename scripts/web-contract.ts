import { Visitor, type ESTree, type Plugin } from 'vite'

/**
 * The members of an endpoint that only the server and the description of the API use, also as arguments of
 * `standingEndpoints`.
 */
const serversPart = 'summary inWords requires params query headers replies reply limit audit isUnattended'.split(' ')

/**
 * Builds the web app without the members of endpoints that only the server uses, above all the schemas of replies: the
 * app trusts its server, and the types were checked before. Declarations of the contract that become unused are dropped
 * as well. Fails the build of an app that reads such a member.
 */
export function leaveOutServersPart(): Plugin {
  const endpoints = new Set<string>()
  return {
    name: 'leave-out-servers-part',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/].*\.ts$/ },
      handler(code) {
        const declared = declarationsIn(this.parse(code))
        for (const name of declared.endpoints) endpoints.add(name)
        // Modules of the contract have no side effects, so one with no used export is not loaded.
        return { code: rewritten(code, declared), map: null, moduleSideEffects: false }
      },
    },
    buildEnd(error) {
      if (error) return
      if (endpoints.size === 0) this.error('Endpoints are declared in another way now: see leaveOutServersPart.')
      const read = new RegExp(String.raw`\b(${[...endpoints].join('|')})\.(${serversPart.join('|')})\b`)
      for (const id of this.getModuleIds()) {
        if (id.includes('node_modules')) continue
        const [found] = read.exec(this.getModuleInfo(id)?.code ?? '') ?? []
        if (found !== undefined) this.error(`${id} reads ${found}, which no browser gets: see leaveOutServersPart.`)
      }
    },
  }
}

interface Declared {
  /** The names of endpoints. */
  endpoints: string[]
  /** The positions of the members for the server. */
  dropped: ESTree.Span[]
  /** The positions of calls that only create a module's declarations. */
  calls: Set<number>
}

function declarationsIn(program: ESTree.Program): Declared {
  const declared: Declared = { endpoints: [], dropped: [], calls: new Set() }
  let functions = 0
  const enter = () => void functions++
  const leave = () => void functions--
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init?.type === 'CallExpression' && declaresEndpoint(init)) {
        declared.endpoints.push(id.name)
      }
    },
    CallExpression(call) {
      if (functions === 0) declared.calls.add(call.start)
      const [parts] = call.arguments
      if (!declaresEndpoint(call) || parts?.type !== 'ObjectExpression') return
      declared.dropped.push(...parts.properties.filter((part) => part.type === 'Property' && isServers(part.key)))
    },
  }).visit(program)
  return declared
}

function declaresEndpoint({ callee }: ESTree.CallExpression): boolean {
  return callee.type === 'Identifier' && /^endpoint$|Endpoints?$/.test(callee.name)
}

function isServers(key: ESTree.PropertyKey): boolean {
  return key.type === 'Identifier' && serversPart.includes(key.name)
}

/** The code without the dropped parts. The remaining calls are marked as pure, so that unused ones can be dropped. */
function rewritten(code: string, { dropped, calls }: Declared): string {
  let kept = ''
  let last = 0
  const cuts = [...dropped, ...[...calls].map((start) => ({ start, end: start }))]
  for (const { start, end } of cuts.toSorted((one, other) => one.start - other.start)) {
    // A call within a dropped part goes with it.
    if (start < last) continue
    kept += code.slice(last, start)
    last = end
    if (start === end) kept += '/* @__PURE__ */ '
    else last += /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
  }
  return kept + code.slice(last)
}
