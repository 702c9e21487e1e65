/**
 * Reads an upload from the standard input and writes one line of JSON, then the picture. A program of its own: what it
 * costs is bounded from outside, and given back when it ends.
 */
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { PictureKind } from './picture-kinds.ts'
import { readPicture } from './picture.ts'

// As many as one picture makes use of, on a machine of many processors, too: each thread has memory of its own.
sharp.concurrency(2)
sharp.cache(false)

// The process that starts it names the kind.
const outcome = await readPicture(await buffer(process.stdin), process.argv[2] as PictureKind)
if (typeof outcome === 'string') {
  process.stdout.write(`${JSON.stringify({ refusal: outcome })}\n`)
} else {
  const { content, width, height } = outcome
  process.stdout.write(`${JSON.stringify({ width, height })}\n`)
  process.stdout.write(content)
}
