import path from 'node:path'
import { expect } from 'vitest'
import type { FileImport } from '../../contract/imports/import.ts'
import type { Door } from '../../server/access/door/door.ts'
import type { Scope } from '../../server/access/scope.ts'
import { readFile } from '../../server/imports/reading/read-file.ts'
import { readImport } from '../../server/imports/reading-service.ts'
import { longestJobMs, runImport } from '../../server/imports/running/service.ts'
import { readConfig } from '../../server/platform/config.ts'
import { openFiles } from '../../server/platform/files.ts'
import type { Client } from './client.ts'
import type { TestApp } from './test-app.ts'
import { multipart } from './uploads.ts'

/** Sends a file, and returns the id of its import. */
export async function sendFile(client: Client, content: Buffer | string, filename = 'people.csv'): Promise<string> {
  const reply = await client.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename: path.basename(filename), type: 'text/csv', content }]),
    query: { zone: 'America/Chicago' },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}

/**
 * Does the jobs of an import of the first tenant at once, without a queue, and reads its file in this process, because one for
 * each file would take most of the time.
 */
export function jobsOf({ door, dataDir, ours }: TestApp) {
  const files = openFiles(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }))
  return {
    read: (id: string) => readImport(door, files, { tenantId: ours.id, id }, readFile),
    /** Matches, runs or undoes an import. `act` happens after its first step. */
    run: async (id: string, act?: () => Promise<unknown>) => {
      const entered = act === undefined ? door : interrupted(door, act)
      // On a busy machine the rest is left to another job.
      for (let begun = 0; begun === 0 || Date.now() - begun > longestJobMs;) {
        begun = Date.now()
        await runImport(entered, { tenantId: ours.id, id })
      }
    },
  }
}

function interrupted(door: Door, act: () => Promise<unknown>): Door {
  let steps = 0
  return {
    ...door,
    enterTenant: async <T>(tenantId: string, workId: string, work: (scope: Scope) => Promise<T>) => {
      const done = await door.enterTenant(tenantId, workId, work)
      steps += 1
      if (steps === 1) await act()
      return done
    },
  }
}

export async function openedImport(client: Client, id: string): Promise<FileImport> {
  const reply = await client.get(`/imports/${id}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}
