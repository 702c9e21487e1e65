import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'

const folder = path.join(import.meta.dirname, '../looks')

/** Set to retake the pictures instead of comparing with them, after an intended change of appearance. */
const isTaking = process.env.E2E_TAKE_LOOKS !== undefined

/** The pixels around a control that make its edge part of the picture, but not its neighbours. */
const margin = 3

/**
 * Two pictures are alike if at most this share of their pixels differs by more than `step` in any channel (0 to 255).
 */
const share = 0.02
const step = 36

/** Compares a control with the picture that was taken of it; pictures are named in kebab case. */
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

/** Takes a picture of a control once its position is stable, because content beside it may still load. */
async function pictureOf(page: Page, control: Locator): Promise<Buffer> {
  await control.scrollIntoViewIfNeeded()
  for (;;) {
    // oxlint-disable no-await-in-loop -- one after the other is the point
    const box = await control.boundingBox()
    if (box === null) throw new Error(`${control.toString()} has no place on the page`)
    // Browsers draw on whole pixels, even if a position is between two.
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

/**
 * The share of pixels that differ, at half the size, so that shapes and colours count, and not the smoothing of
 * letters.
 */
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

/** Red, green and blue of a picture at half of a size; a picture of another size differs everywhere. */
async function halfOf(picture: Buffer, width: number, height: number): Promise<Buffer> {
  return await sharp(picture)
    .removeAlpha()
    .resize({ width: Math.ceil(width / 2), height: Math.ceil(height / 2), fit: 'fill' })
    .raw()
    .toBuffer()
}
