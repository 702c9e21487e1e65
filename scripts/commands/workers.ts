import { addWorker as add, moveTenant as move, type Worker } from '../../server/shards/workers-repository.ts'
import { readWords, UsageError, type Work } from './command.ts'

const text = { type: 'string' } as const

/** Makes a worker known, so that tenants can be moved to it. */
export function readAddWorker(words: readonly string[]): Work {
  const { host, port } = readWords(words, { host: text, port: text })
  const to = workerAt(host, port)
  return async ({ ownerUrl }, report) => {
    const isNew = await add({ ownerUrl, superuserUrl: to.superuser }, to.worker)
    report(isNew ? 'The worker was added. It has no tenants yet: move some with move-tenant' : 'The worker was known')
    return 0
  }
}

/** Moves a tenant to a worker, while the server goes on. */
export function readMoveTenant(words: readonly string[]): Work {
  const { tenant, host, port } = readWords(words, { tenant: text, host: text, port: text })
  const to = workerAt(host, port)
  if (tenant === undefined) throw new UsageError('Say whose records to move: --tenant NAME, as its web address has it.')
  return async ({ ownerUrl }, report) => {
    const isMoved = await move({ ownerUrl, superuserUrl: to.superuser }, tenant, to.worker)
    report(isMoved ? `${tenant} was moved` : `${tenant} is there already`)
    return 0
  }
}

function workerAt(host: string | undefined, port = '5432'): { worker: Worker; superuser: string } {
  // Not an option, because a command line is seen by every user of the machine.
  const superuser = process.env.CITUS_SUPERUSER_URL
  if (host === undefined || superuser === undefined)
    throw new UsageError('Say --host and --port of the worker, and CITUS_SUPERUSER_URL in the environment.')
  return { worker: { host, port: Number(port) }, superuser }
}
