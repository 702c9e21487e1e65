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
      // Pages live for seconds here, so optimising compilers and concurrent collectors would cost more than they gain.
      '--js-flags=--no-maglev --no-turbofan --single-threaded-gc',
      // Hosts that are not for tests, for features that are switched off on test hosts.
      '--host-resolver-rules=MAP *.lateral.health 127.0.0.1',
      // The camera shows a kit.
      '--use-fake-device-for-media-stream',
      // Grants the camera to every page, because this browser cannot be asked. `refuseCamera` withdraws it.
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${kitFilm}`,
    ],
  })
  browser.on('disconnected', () => rmSync(kitFilm, { force: true }))
  return browser
}
