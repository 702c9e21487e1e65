import { expect, onTestFinished } from 'vitest'
import { installation } from './stage/worker.ts'
import { openBreakingLine } from './stage/breaking-line.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { exportButton, exportList, startExport } from './steps/list.ts'

journey('an export holds exactly the filtered list, in the language of the user', async ({ visit }) => {
  const user = await visit({ tenant: 'cascade', as: 'tenant', locale: 'es_MX' })
  await openList(user, '/test-records?result=invalid&perPage=5')
  const shown = Number((await exportButton(user).innerText()).replaceAll(/\D/g, ''))
  const lines = await exportList(user)
  expect(lines[0]).toMatch(/^\uFEFF/)
  expect(lines[0]).toContain(user.t('export:performedAtIso'))
  const records = lines.slice(1).filter((line) => line !== '')
  expect(records).toHaveLength(shown)
  expect(records.filter((line) => !line.includes(user.t('results:invalid')))).toEqual([])
  await user.page.getByText(user.t('testRecords:export.done', { count: shown })).waitFor()
})

journey('a slow export shows its progress and can be cancelled', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  await openList(user, '/test-records')
  await slowDown(user)
  await startExport(user)
  const progress = user.page.getByRole('progressbar')
  await expect.poll(() => progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0)
  await user.page.getByText(/^[\d,]+ records exported$/).waitFor()
  const cancel = user.page.getByRole('button', { name: user.t('testRecords:export.cancel'), exact: true })
  await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true)
  await cancel.click()
  await user.page.getByText(user.t('testRecords:export.cancelled')).waitFor()
  await exportButton(user).waitFor()
})

journey('an export that breaks off is reported and saves nothing', async ({ visit }) => {
  const line = await openBreakingLine(installation().port)
  onTestFinished(line.close)
  const user = await visit({ tenant: 'harbour', as: 'provider', port: line.port })
  await openList(user, '/test-records')
  let files = 0
  user.page.on('download', () => (files += 1))
  line.breakAfter(100_000, '/test-records/export')
  await startExport(user)
  await user.page.getByText('Unable to export data due to an unknown error. Please try again.').waitFor()
  await exportButton(user).waitFor()
  expect(files).toBe(0)
})

async function openList(user: Visit, address: string): Promise<void> {
  await user.go(address)
  await exportButton(user).waitFor()
}

/** Limits the network to 60 kB a second, so that an export of some hundred kB takes seconds. */
async function slowDown({ context, page }: Visit): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: 60_000,
    uploadThroughput: 60_000,
  })
}
