import { chromium } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { installation } from './worker.ts'
import { openVisit, type Visit, type VisitOptions } from './visit.ts'

/**
 * A test with visits: `await visit({ tenant: 'harbour', as: 'clinical' })`. Whatever it opens is closed after it, and it
 * fails when the browser complained meanwhile.
 */
export const journey = test
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await chromium.connect(inject('browserAddress'))
    onCleanup(() => browser.close())
    return browser
  })
  .extend('visit', async ({ browser }, { onCleanup }) => {
    const opened: Visit[] = []
    onCleanup(async () => {
      await Promise.all(opened.map(({ context }) => context.close()))
      expect(opened.flatMap(({ complaints }) => complaints)).toEqual([])
    })
    return async (options: VisitOptions): Promise<Visit> => {
      const visit = await openVisit({ port: installation().port, browser }, options)
      opened.push(visit)
      return visit
    }
  })
