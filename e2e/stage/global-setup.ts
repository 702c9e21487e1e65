import type { TestProject } from 'vitest/node'
import { makeDemoData, startServer } from './server.ts'

/** The facts that a journey needs about a server, which has the demo data in a folder and a database of its own. */
export interface Installation {
  port: number
  dataDir: string
}

declare module 'vitest' {
  interface ProvidedContext {
    installations: Installation[]
    /** A folder with the demo data, for a journey that starts a server of its own on a copy. */
    demoData: string
  }
}

/**
 * Starts a server for each worker. Each worker starts its own browser, and each journey has its own browser context.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const demo = await makeDemoData()
  const workers = Array.from({ length: project.config.maxWorkers })
  const servers = await Promise.all(workers.map(() => startServer({ demoData: demo.dataDir })))
  project.provide(
    'installations',
    servers.map(({ port, dataDir }) => ({ port, dataDir })),
  )
  project.provide('demoData', demo.dataDir)
  return async () => {
    await Promise.all([demo.remove(), ...servers.map((server) => server.stop())])
  }
}
