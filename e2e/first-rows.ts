/**
 * Prints the position of each list's first row and the number of Tab presses to it; exits with 1 if one exceeds its
 * limit.
 */
import { startBrowser } from './stage/browser.ts'
import { startServer } from './stage/server.ts'
import { openVisit, phone, type Stage, type VisitOptions } from './stage/visit.ts'
import { lists, lowestRow, mostTabs, tabsToFirstRow, topOfFirstRow } from './steps/first-row.ts'

/** Readers of all three languages, with the widest dates. */
const readers: readonly VisitOptions[] = [
  { tenant: 'harbour', as: 'tenant' },
  { tenant: 'cascade', as: 'tenant', locale: 'en_US' },
  { tenant: 'cascade', as: 'tenant', locale: 'es_MX' },
]

/** The ways to the first row; the way through everything has no limit. */
const ways = [
  [undefined, 'all of them', Infinity],
  ['shell:skipToContent', 'past the navigation', mostTabs],
  ['shell:skipToList', 'to the list at once', mostTabs],
] as const

let isOver = false

function say(place: string, what: string, figure: number, most: number): void {
  if (figure > most) isOver = true
  process.stdout.write(
    `${place.padEnd(24)}${what.padEnd(28)}${String(figure).padStart(6)}${(most === Infinity ? '' : String(most)).padStart(6)}${figure > most ? '  too many' : ''}\n`,
  )
}

async function measure(stage: Stage, options: VisitOptions): Promise<void> {
  const visit = await openVisit(stage, options)
  const { page, locale } = visit
  for (const list of lists) {
    const place = `${list} ${locale}`
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      await visit.go(`${list}?perPage=10`)
      say(place, `${width} px`, await topOfFirstRow(visit), lowestRow.alone)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    if (list !== '/invites') {
      for (const [by, words, most] of ways) {
        await visit.go(`${list}?perPage=10`)
        say(place, `Tabs, ${words}`, await tabsToFirstRow(visit, by), most)
      }
      await page.keyboard.press('Enter')
      await page.locator('[data-detail] h2').first().waitFor()
      say(place, '1440 px, a row open', await topOfFirstRow(visit), lowestRow.besideOpen)
    }
    await page.setViewportSize(phone)
    await visit.go(`${list}?perPage=10`)
    say(place, `${phone.width} px`, await topOfFirstRow(visit), lowestRow.phone)
  }
  await visit.context.close()
}

const [server, browser] = await Promise.all([startServer(), startBrowser()])
try {
  for (const reader of readers) await measure({ port: server.port, browser }, reader)
} finally {
  await browser.close()
  await server.stop()
}
process.exitCode = isOver ? 1 : 0
