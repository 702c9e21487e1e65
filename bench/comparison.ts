import { bigTenant } from './fixture.ts'
import { compare, type Contender, type Figures, type Plan } from './measure.ts'
import { printAim, printTable, ratios } from './report.ts'

/** Returns a contender that GETs one path of the big tenant over and over, or several in turn. */
export function contender(
  name: string,
  port: number,
  paths: string | readonly string[],
  headers: Record<string, string> = {},
): Contender {
  const all = typeof paths === 'string' ? [paths] : paths
  const request = (n: number) => ({ method: 'GET' as const, path: all[n % all.length] ?? '', headers })
  return { name, port, host: bigTenant.host, request }
}

/** Compares the contenders and prints them beside the limit, which is the first. */
export async function besideLimit(title: string, contenders: readonly Contender[], plan: Plan): Promise<Figures[]> {
  const figures = await compare(contenders, plan)
  printTable(title, ratios(figures))
  return figures
}

/** Compares the contenders as `besideLimit` does, and prints whether the second one meets its aims. */
export async function againstLimit(title: string, contenders: readonly Contender[], plan: Plan): Promise<Figures[]> {
  const figures = await besideLimit(title, contenders, plan)
  const [limit, measured] = figures
  if (limit !== undefined && measured !== undefined) {
    printAim('p50 against the limit', measured.p50 / limit.p50, { atMost: 1.4 })
    printAim('requests per second against the limit', measured.perSecond / limit.perSecond, { atLeast: 0.7 })
  }
  return figures
}
