import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser'
import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints as allEndpoints } from '../contract/endpoints.ts'
import { architectureRules, isTest, rooms, serverNounOf, webFolderOf } from './architecture-rules.ts'
import { unauditedEndpoints } from './audited-endpoints.ts'
import { bareClocks } from './bare-clocks.ts'
import { circlesBetweenFolders } from './folder-circles.ts'
import { withoutScopeIn } from './service-scopes.ts'
import { wrongWrites } from './table-writers.ts'

/** The result: the number of files that were read, and the violations as 'rule: from → to' or 'rule: file: what'. */
export type ArchitectureReport = { modules: number; violations: string[] }

/**
 * Reads the imports of the project below `root`, including types, and the tables that its server writes, and checks
 * them against the rules. `endpoints` are what the server serves. Throws if it finds no TypeScript, because a parser that reads nothing finds nothing wrong.
 */
export async function checkArchitecture(
  root: string,
  { endpoints = [] }: { endpoints?: readonly Endpoint[] } = {},
): Promise<ArchitectureReport> {
  const present = rooms.filter((room) => existsSync(path.join(root, room)))
  const { output } = await cruise(
    present,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: architectureRules },
      tsPreCompilationDeps: true,
      doNotFollow: { path: ['node_modules'] },
    },
    { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'default'] },
  )
  const { modules, summary } = output as ICruiseResult
  const own = modules.filter(
    (module) => /^(?!node_modules).*\.tsx?$/.test(module.source) && module.followable !== false,
  )
  if (own.length === 0) throw new Error('The architecture check saw no TypeScript file: is its parser installed?')
  const imports = summary.violations.map(({ rule, from, to, cycle }) => {
    const target = cycle ? cycle.map((step) => step.name).join(' → ') : to
    return `${rule.name}: ${from} → ${target}`
  })
  return {
    modules: own.length,
    violations: [
      ...imports,
      ...circlesIn(own),
      ...(await wrongWritesIn(root, own)),
      ...(await bareClocksIn(root, own)),
      ...(await servicesWithoutScopeIn(root, own)),
      ...(await unauditedIn(root, own, endpoints)),
    ],
  }
}

function circlesIn(modules: readonly IModule[]): string[] {
  const imports = modules
    .filter(({ source }) => !isTest(source))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
  return [
    ...circlesBetweenFolders(imports, serverNounOf).map((circle) => `no circle between nouns on the server: ${circle}`),
    ...circlesBetweenFolders(imports, webFolderOf).map((circle) => `no circle between folders on the web: ${circle}`),
  ]
}

async function bareClocksIn(root: string, modules: readonly IModule[]): Promise<string[]> {
  const files = modules
    .map(({ source }) => source)
    .filter((source) => /^(web|server|contract)\/(?!testing\/)/.test(source) && !isTest(source))
  const found = files.map(async (file) =>
    bareClocks(file, await readFile(path.join(root, file), 'utf8')).map((what) => `one clock: ${file}: ${what}`),
  )
  return (await Promise.all(found)).flat()
}

async function wrongWritesIn(root: string, modules: readonly IModule[]): Promise<string[]> {
  const files = modules
    .map(({ source }) => source)
    .filter((source) => /^server\/(?!testing\/)/.test(source) && !isTest(source))
  const wrong = files.map(async (file) => {
    const found = wrongWrites(file, await readFile(path.join(root, file), 'utf8'))
    return found.map((what) => `a table is written by its noun alone: ${file}: ${what}`)
  })
  return (await Promise.all(wrong)).flat()
}

async function servicesWithoutScopeIn(root: string, modules: readonly IModule[]): Promise<string[]> {
  const files = modules
    .map(({ source }) => source)
    .filter((source) => /[/-]service\.ts$/.test(source) && serverNounOf(source) !== undefined)
  const found = files.map(async (file) => {
    const wrong = withoutScopeIn(file, await readFile(path.join(root, file), 'utf8'))
    return wrong.map((what) => `a service takes a scope: ${file}: ${what}`)
  })
  return (await Promise.all(found)).flat()
}

async function unauditedIn(
  root: string,
  modules: readonly IModule[],
  endpoints: readonly Endpoint[],
): Promise<string[]> {
  const files = modules
    .map(({ source }) => source)
    .filter((source) => /^server\/(?!testing\/)/.test(source) && !isTest(source))
  const code = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')))
  return unauditedEndpoints(endpoints, code.join('\n')).map((what) => `what changes something is audited: ${what}`)
}

if (import.meta.main) {
  const { modules, violations } = await checkArchitecture(path.resolve(import.meta.dirname, '..'), {
    endpoints: allEndpoints,
  })
  for (const violation of violations) process.stderr.write(`${violation}\n`)
  process.stdout.write(`${modules} modules, ${violations.length} against the rules\n`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
