import { decodeQR } from 'qr/decode.js'

/** Reads a drawn code as a scanner does, from dark squares of one module each. */
export function readQr(svg: Element | null | undefined): string | undefined {
  const side = Number(svg?.getAttribute('viewBox')?.split(' ').at(-1))
  const path = svg?.querySelector('path')?.getAttribute('d') ?? ''
  const scale = 4
  const width = side * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < scale; dy++) {
      for (let dx = 0; dx < scale; dx++) {
        data.set([0, 0, 0], ((Number(y) * scale + dy) * width + Number(x) * scale + dx) * 4)
      }
    }
  }
  return decodeQR({ width, height: width, data })
}
