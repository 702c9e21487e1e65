import { startBrowser } from './browser.ts'
import { expect, test } from 'vitest'
import { installation } from './worker.ts'
import { openVisit, type Visit, type VisitOptions } from './visit.ts'

/**
 * A test with visits: `await visit({ tenant: 'harbour', as: 'clinical' })`. Everything it opens is closed after it, and
 * it fails if the browser reports an error.
 */
export const journey = test
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await startBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('visit', async ({ browser, task }, { onCleanup }) => {
    const opened: Visit[] = []
    onCleanup(async () => {
      const shown = task.result?.state === 'fail' ? await Promise.all(opened.map(whatIsShown)) : []
      await Promise.all(opened.map(({ context }) => context.close()))
      if (shown.length > 0) throw new Error(shown.join('\n'))
      expect(opened.flatMap(({ complaints }) => complaints)).toEqual([])
    })
    return async (options: VisitOptions): Promise<Visit> => {
      const visit = await openVisit({ port: installation().port, browser }, options)
      opened.push(visit)
      return visit
    }
  })

/** The text on the screens of a failed journey at its end, because a timeout alone does not explain why. */
async function whatIsShown({ context, unanswered, complaints }: Visit): Promise<string> {
  const pages = context.pages().map(async (page) => {
    const main = page.getByRole('main').ariaSnapshot({ timeout: 2000 })
    return [`At ${page.url()}`, await main.catch((error: unknown) => String(error))]
  })
  const waiting = unanswered.size > 0 ? [`Without an answer: ${[...unanswered].join(', ')}`] : []
  return [...waiting, ...complaints, ...(await Promise.all(pages)).flat()].join('\n')
}
