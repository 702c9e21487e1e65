type Bytes = AsyncIterable<Uint8Array>

/**
 * The last bytes of an archive, before its encryption: a frame that Zstandard skips. Node's decompression does not notice
 * when the last bytes of a stream are missing, or when something follows them.
 */
const trailer = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, ...Buffer.from('end')])

export async function* addTrailer(bytes: Bytes): AsyncGenerator<Uint8Array> {
  yield* bytes
  yield trailer
}

/** Thrown at the end of an archive whose last bytes are not the trailer. */
export class TrailerMissing extends Error {}

export async function* expectTrailer(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let last = Buffer.alloc(0)
  for await (const chunk of bytes) {
    last = Buffer.concat([last, chunk.subarray(-trailer.length)]).subarray(-trailer.length)
    yield chunk
  }
  if (!last.equals(trailer)) throw new TrailerMissing()
}
