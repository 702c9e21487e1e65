import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'

const folder = path.join(import.meta.dirname, '../looks')

/** Set to take the pictures anew instead of comparing with them, after a look was changed on purpose. */
const isTaking = process.env.E2E_TAKE_LOOKS !== undefined

/** Pixels around a control, so that its edge is in the picture and its neighbours are not. */
const margin = 3

/** Two pictures are alike when at most this share of their pixels differs by more than `step` in any channel (0 to 255). */
const share = 0.02
const step = 36

/** Compares how a control is drawn with the picture that was taken of it; pictures are named in kebab case. */
export async function expectLook(page: Page, name: string, control: Locator): Promise<void> {
  const drawn = await pictureOf(page, control)
  const file = path.join(folder, `${name}.png`)
  if (isTaking) {
    await mkdir(folder, { recursive: true })
    await writeFile(file, await sharp(drawn).png({ palette: true, effort: 10 }).toBuffer())
    return
  }
  expect(existsSync(file), `there is a picture ${name}.png: E2E_TAKE_LOOKS=1 takes it`).toBe(true)
  const difference = await differenceOf(drawn, await readFile(file))
  if (difference > share) {
    const seen = path.join(process.env.E2E_PICTURES ?? folder, `${name}.seen.png`)
    await writeFile(seen, drawn)
    expect.fail(`${name} is drawn otherwise in ${(difference * 100).toFixed(1)}% of its pixels: see ${seen}`)
  }
}

/** A picture of a control once it stays where it is: what stands beside it may still come. */
async function pictureOf(page: Page, control: Locator): Promise<Buffer> {
  await control.scrollIntoViewIfNeeded()
  for (;;) {
    // oxlint-disable no-await-in-loop -- one after the other is the point
    const box = await control.boundingBox()
    if (box === null) throw new Error(`${control.toString()} has no place on the page`)
    // A browser draws on whole pixels whatever begins between two.
    const [left, top] = [Math.max(0, Math.round(box.x) - margin), Math.max(0, Math.round(box.y) - margin)]
    const clip = {
      x: left,
      y: top,
      width: Math.ceil(box.width) + 2 * margin,
      height: Math.ceil(box.height) + 2 * margin,
    }
    const picture = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })
    if (isDeepStrictEqual(box, await control.boundingBox())) return picture
    // oxlint-enable no-await-in-loop
  }
}

/** The share of pixels that differ, at half the size: what is left is shapes and colours, and not how letters are smoothed. */
async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const { width, height } = await sharp(other).metadata()
  const [a, b] = await Promise.all([one, other].map((picture) => halfOf(picture, width, height)))
  if (a === undefined || b === undefined) throw new Error('no picture')
  let differing = 0
  for (let at = 0; at < a.length; at += 3) {
    const furthest = Math.max(...[0, 1, 2].map((channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0))))
    if (furthest > step) differing += 1
  }
  return differing / (a.length / 3)
}

/** Red, green and blue of a picture that is brought to half of a size; one of another size differs all over. */
async function halfOf(picture: Buffer, width: number, height: number): Promise<Buffer> {
  return await sharp(picture)
    .removeAlpha()
    .resize({ width: Math.ceil(width / 2), height: Math.ceil(height / 2), fit: 'fill' })
    .raw()
    .toBuffer()
}
