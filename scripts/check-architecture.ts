import { existsSync } from 'node:fs'
import path from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { architectureRules, rooms } from './architecture-rules.ts'

/** What the check found: how many files it really read, and each wrong import as 'rule: from → to'. */
export type ArchitectureReport = { modules: number; violations: string[] }

/**
 * Reads the imports of the project below `root`, types included, and holds them against the rules.
 * Throws when it sees no TypeScript: a parser that reads nothing finds nothing wrong.
 */
export async function checkArchitecture(root: string): Promise<ArchitectureReport> {
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
  return {
    modules: own.length,
    violations: summary.violations.map(({ rule, from, to, cycle }) => {
      const target = cycle ? cycle.map((step) => step.name).join(' → ') : to
      return `${rule.name}: ${from} → ${target}`
    }),
  }
}

if (import.meta.main) {
  const { modules, violations } = await checkArchitecture(path.resolve(import.meta.dirname, '..'))
  for (const violation of violations) process.stderr.write(`${violation}\n`)
  process.stdout.write(`${modules} modules, ${violations.length} wrong imports\n`)
  process.exitCode = violations.length > 0 ? 1 : 0
}
