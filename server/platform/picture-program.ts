/**
 * Reads an upload from the standard input and writes one line of JSON followed by the picture. It is a program of its
 * own so that its resources can be limited from outside and are freed when it ends.
 */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { PictureKind } from './picture-kinds.ts'
import { readPicture } from './picture.ts'

// One picture does not gain from more threads, and each one has memory of its own.
sharp.concurrency(2)
sharp.cache(false)

// The parent process passes the kind.
const outcome = await readPicture(await buffer(process.stdin), process.argv[2] as PictureKind)
if (typeof outcome === 'string') {
  process.stdout.write(`${JSON.stringify({ refusal: outcome })}\n`)
} else {
  const { content, width, height } = outcome
  process.stdout.write(`${JSON.stringify({ width, height })}\n`)
  process.stdout.write(content)
}
