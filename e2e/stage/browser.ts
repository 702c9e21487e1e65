import { rmSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { drawKitInSight } from './camera-picture.ts'
import { findChromium } from './chromium.ts'

/** Starts a headless Chromium with a new, empty profile. */
export async function startBrowser(): Promise<Browser> {
  const kitFilm = await drawKitInSight()
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({
    // While the tests run as on another day, a script starts it in the machine's own time.
    executablePath: process.env.LATERAL_BROWSER_IN_OWN_TIME ?? executablePath,
    env: { ...env, LATERAL_BROWSER: executablePath },
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
