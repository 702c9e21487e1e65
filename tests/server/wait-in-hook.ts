import { vi } from 'vitest'

/**
 * Waits in a hook, where `expect.poll` is not allowed, until a check no longer throws, for at most as long as a test
 * would.
 */
export async function waitInHook(check: () => void | Promise<void>): Promise<void> {
  // oxlint-disable-next-line vitest/no-restricted-vi-methods
  await vi.waitFor(check, { timeout: 40_000 })
}
