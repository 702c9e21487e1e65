import { inject } from 'vitest'
import type { Installation } from './global-setup.ts'

/**
 * The server that only this worker's journeys use, so that journeys running in parallel do not see each other's
 * changes.
 */
export function installation(): Installation {
  const installations = inject('installations')
  const own = installations[(Number(process.env.VITEST_POOL_ID) - 1) % installations.length]
  if (own === undefined) throw new Error('There is no server for this worker')
  return own
}
