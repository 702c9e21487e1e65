import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

/** The kit in front of the browser's camera. Its lot comes before its expiry, so that a separator is needed. */
export const kitInSight = { gtin: '09506000134352', lot: 'ABC123', expiry: '2040-01-31' }

/** Makes the browser refuse the camera, as its user could, until `allowCamera`. */
export async function refuseCamera(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
}

export async function allowCamera(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'))
}

/** Draws the kit's GS1 DataMatrix as a one-picture film, which Chromium uses as its camera; returns the file. */
export async function drawKitInSight(): Promise<string> {
  const { gtin, lot, expiry } = kitInSight
  const writer = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(writer)).buffer } })
  const text = `(01)${gtin}(10)${lot}(17)${expiry.slice(2).replaceAll('-', '')}`
  const { svg, error } = await writeBarcode(text, { format: 'DataMatrix', options: 'gs1', scale: 10 })
  if (error !== '') throw new Error(`The code of a kit could not be drawn: ${error}`)
  const box = { create: { width: 640, height: 480, channels: 3, background: '#d8dde2' } } as const
  const picture = await sharp(box)
    .composite([{ input: Buffer.from(svg), gravity: 'centre' }])
    .jpeg()
    .toBuffer()
  // One file for each browser: a process may have two, and the first that ends removes its film.
  const file = path.join(tmpdir(), `lateral-kit-${randomUUID()}.mjpeg`)
  await writeFile(file, picture)
  return file
}
