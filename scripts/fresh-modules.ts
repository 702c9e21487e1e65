import { vi } from 'vitest'

/** Before each file of tests: what the project's modules remember of the file before is forgotten. */
vi.resetModules()
