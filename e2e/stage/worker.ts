import { inject } from 'vitest'
import type { Installation } from './global-setup.ts'

/** The server that this worker's journeys have to themselves: what one journey changes, none that runs beside it sees. */
export function installation(): Installation {
  const installations = inject('installations')
  const own = installations[(Number(process.env.VITEST_POOL_ID) - 1) % installations.length]
  if (own === undefined) throw new Error('There is no server for this worker')
  return own
}
