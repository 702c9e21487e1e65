import { rmSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { drawKitInSight } from './camera-picture.ts'
import { findChromium } from './chromium.ts'

/** Starts a headless Chromium with a new, empty profile. */
export async function startBrowser(): Promise<Browser> {
  const kitFilm = await drawKitInSight()
  const browser = await chromium.launch({
    ...(await findChromium()),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live for seconds here: what compilers and collectors of its threads cost, they do not bring in.
      '--js-flags=--no-maglev --no-turbofan --single-threaded-gc',
      // Hosts that are none for tests, for what is switched off on those.
      '--host-resolver-rules=MAP *.lateral.health 127.0.0.1',
      // Its camera shows a kit.
      '--use-fake-device-for-media-stream',
      // Allowed to every page: the browser that npm brings cannot be asked. `refuseCamera` takes that back.
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${kitFilm}`,
    ],
  })
  browser.on('disconnected', () => rmSync(kitFilm, { force: true }))
  return browser
}
