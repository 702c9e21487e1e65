/**
 * Reads an upload from the standard input and writes one line of JSON, then the picture. A program of its own: what it
 * costs is bounded from outside, and given back when it ends.
 */
import { buffer } from 'node:stream/consumers'
import { readPicture } from './picture.ts'

const outcome = await readPicture(await buffer(process.stdin))
if (typeof outcome === 'string') {
  process.stdout.write(`${JSON.stringify({ refusal: outcome })}\n`)
} else {
  const { content, width, height } = outcome
  process.stdout.write(`${JSON.stringify({ width, height })}\n`)
  process.stdout.write(content)
}
