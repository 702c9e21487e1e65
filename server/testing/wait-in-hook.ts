import { vi } from 'vitest'

/** Waits in a hook, where `expect.poll` may not be called, until a check throws no more, for as long as a test would. */
export async function waitInHook(check: () => void | Promise<void>): Promise<void> {
  // oxlint-disable-next-line vitest/no-restricted-vi-methods
  await vi.waitFor(check, { timeout: 40_000 })
}
