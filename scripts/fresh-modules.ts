import { vi } from 'vitest'

/** Runs before each test file, so that the project's modules have no state from the previous file. */
vi.resetModules()
