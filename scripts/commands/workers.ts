import { parseArgs } from 'node:util'
import { addWorker as add, moveTenant as move, type Worker } from '../../server/shards/workers-repository.ts'

type Settings = { ownerUrl: string }
type Report = (line: string) => void

/** Makes a worker known, so that tenants can be moved to it. Returns 2 for missing options. */
export async function addWorker({ ownerUrl }: Settings, args: readonly string[], report: Report): Promise<number> {
  const { host, port, superuser } = optionsOf(args)
  const worker = workerOf(host, port)
  if (worker === undefined || superuser === undefined) return missing(report)
  const isNew = await add({ ownerUrl, superuserUrl: superuser }, worker)
  report(isNew ? 'The worker was added. It has no tenants yet: move some with move-tenant' : 'The worker was known')
  return 0
}

/** Moves a tenant to a worker, while the server goes on. Returns 2 for missing options. */
export async function moveTenant({ ownerUrl }: Settings, args: readonly string[], report: Report): Promise<number> {
  const { tenant, host, port, superuser } = optionsOf(args)
  const to = workerOf(host, port)
  if (tenant === undefined || to === undefined || superuser === undefined) return missing(report)
  const isMoved = await move({ ownerUrl, superuserUrl: superuser }, tenant, to)
  report(isMoved ? `${tenant} was moved` : `${tenant} is there already`)
  return 0
}

function optionsOf(args: readonly string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], options: { tenant: text, host: text, port: text } })
  // Not an option, because a command line is seen by every user of the machine.
  return { ...values, superuser: process.env.CITUS_SUPERUSER_URL }
}

function workerOf(host: string | undefined, port = '5432'): Worker | undefined {
  return host === undefined ? undefined : { host, port: Number(port) }
}

function missing(report: Report): number {
  report(
    'Say --host and --port of the worker, for move-tenant also --tenant, and CITUS_SUPERUSER_URL in the environment',
  )
  return 2
}
