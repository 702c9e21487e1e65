import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files, in bytes, fit into a packet or two uncompressed. */
const threshold = 1024

/**
 * Writes the compressed forms of each script, style, drawing and WebAssembly of a build beside it: `.br` and `.gz`, as
 * small as possible. Compressing on request would take the server a quarter of a second for each.
 */
export function compressBuild(): Plugin {
  return {
    name: 'compress-build',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true })
      await Promise.all(
        names.filter((name) => /\.(js|css|svg|wasm)$/.test(name)).map((name) => compressBeside(path.join(dir, name))),
      )
    },
  }
}

async function compressBeside(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < threshold) return
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)])
}
