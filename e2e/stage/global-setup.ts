import type { TestProject } from 'vitest/node'
import { makeDemoData, startServer } from './server.ts'

/** What a journey needs to know of a server: it has the demo data in a folder and a database of its own. */
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

/** A server for each worker. Its browser a worker starts itself; each journey has a browser context of its own. */
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
