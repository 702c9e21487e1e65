import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Replies from this size on are compressed, in bytes. Those that hold a token are smaller: their length tells nothing. */
const threshold = 1024

/** Compresses pages, scripts, styles and JSON; not what an endpoint streams, which has to be seen to break off. */
export async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    threshold,
    encodings: ['br', 'gzip'],
    // Quality 5 takes milliseconds a file; the library's default of 11 takes a quarter of a second.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  })
}
