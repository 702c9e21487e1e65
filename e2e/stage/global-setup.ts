import type { TestProject } from 'vitest/node'
import { startBrowser } from './browser.ts'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    serverPort: number
    serverDataDir: string
    browserAddress: string
  }
}

/** One server and one browser for all journeys; each journey has a browser context of its own. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [server, browser] = await Promise.all([startServer(), startBrowser()])
  project.provide('serverPort', server.port)
  project.provide('serverDataDir', server.dataDir)
  project.provide('browserAddress', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await server.stop()
  }
}
