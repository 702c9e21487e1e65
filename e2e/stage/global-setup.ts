import type { TestProject } from 'vitest/node'
import { startBrowser } from './browser.ts'
import { startServer } from './server.ts'

/** What a journey needs to know of a server: it has the demo data in a folder and a database of its own. */
export interface Installation {
  port: number
  dataDir: string
}

declare module 'vitest' {
  interface ProvidedContext {
    installations: Installation[]
    browserAddress: string
  }
}

/** A server for each worker, and one browser for all journeys; each journey has a browser context of its own. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: project.config.maxWorkers })
  const [browser, ...servers] = await Promise.all([startBrowser(), ...workers.map(() => startServer())])
  project.provide(
    'installations',
    servers.map(({ port, dataDir }) => ({ port, dataDir })),
  )
  project.provide('browserAddress', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await Promise.all(servers.map((server) => server.stop()))
  }
}
