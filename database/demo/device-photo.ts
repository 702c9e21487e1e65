import sharp from 'sharp'
import type { Result } from '../../contract/rules/results.ts'
import type { Random } from './random.ts'

const width = 480
const height = 640

export interface DevicePhoto {
  webp: Buffer
  width: number
  height: number
}

/** Draws a photo of a cassette that shows these results, one line per analyte under the control line. */
export async function drawDevicePhoto(lines: readonly Result[], random: Random): Promise<DevicePhoto> {
  const webp = await sharp(Buffer.from(cassette(lines, random)))
    .webp({ quality: 72, effort: 2 })
    .toBuffer()
  return { webp, width, height }
}

function cassette(lines: readonly Result[], random: Random): string {
  const tables = ['#d8dee3', '#e4ded3', '#cfd8d2', '#dcd6dd']
  const table = random.pick(tables)
  const tilt = (random.fraction() * 10 - 5).toFixed(2)
  const shift = `${random.between(-14, 14)} ${random.between(-16, 16)}`
  const light = random.between(20, 80)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
<radialGradient id="light" cx="${light}%" cy="25%" r="95%"><stop offset="0" stop-color="#fff" stop-opacity=".75"/><stop offset="1" stop-color="#5b6570" stop-opacity=".28"/></radialGradient>
<linearGradient id="body" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#e7eaee"/></linearGradient>
<filter id="soft"><feGaussianBlur stdDeviation="9"/></filter><filter id="ink"><feGaussianBlur stdDeviation="1.1"/></filter>
</defs>
<rect width="100%" height="100%" fill="${table}"/><rect width="100%" height="100%" fill="url(#light)"/>
<g transform="translate(${shift}) rotate(${tilt} 240 320)">
<rect x="161" y="70" width="172" height="520" rx="30" fill="#2b3440" opacity=".35" filter="url(#soft)"/>
<rect x="154" y="58" width="172" height="520" rx="30" fill="url(#body)" stroke="#cdd3da" stroke-width="2"/>
<rect x="168" y="74" width="144" height="60" rx="16" fill="#eef1f4"/><path d="M186 96h108M186 112h72" stroke="#c3cad2" stroke-width="5" stroke-linecap="round"/>
${resultWindow(lines, random)}
<ellipse cx="240" cy="486" rx="34" ry="44" fill="#dfe4e9" stroke="#c5ccd4" stroke-width="3"/><ellipse cx="240" cy="488" rx="22" ry="31" fill="#f4efe9"/>
<ellipse cx="240" cy="492" rx="16" ry="22" fill="#e3c9c6" opacity=".7"/>
</g></svg>`
}

/**
 * Draws the strip with the control line on top and a mark beside each line: C for control, then T or one dot per
 * analyte.
 */
function resultWindow(lines: readonly Result[], random: Random): string {
  const gap = 150 / (lines.length + 1)
  const control = lines.every((result) => result === 'invalid') ? 0 : 0.85
  const marks = [controlMark(192), ...lines.map((_, index) => testMark(192 + gap * (index + 1), index, lines.length))]
  const bands = [
    band(192, control),
    ...lines.map((result, index) => band(192 + gap * (index + 1), strengthOf(result, random))),
  ]
  return `<rect x="212" y="164" width="56" height="210" rx="26" fill="#dde2e7" stroke="#c5ccd4" stroke-width="3"/>
<rect x="222" y="170" width="36" height="198" rx="12" fill="#fbf8f6"/>${bands.join('')}${marks.join('')}`
}

function strengthOf(result: Result, random: Random): number {
  switch (result) {
    case 'positive':
      return 0.45 + random.fraction() * 0.5
    case 'inconclusive':
      return 0.1 + random.fraction() * 0.06
    case 'negative':
    case 'invalid':
      return 0
  }
}

function band(y: number, strength: number): string {
  return strength === 0
    ? ''
    : `<rect x="222" y="${y - 4}" width="36" height="9" fill="#a3224e" opacity="${strength.toFixed(2)}" filter="url(#ink)"/>`
}

function controlMark(y: number): string {
  return `<path d="M295 ${y - 8}a10 10 0 1 0 0 16" fill="none" stroke="#5d6874" stroke-width="4" stroke-linecap="round"/>`
}

function testMark(y: number, index: number, count: number): string {
  if (count === 1)
    return `<path d="M280 ${y - 9}h16M288 ${y - 9}v19" stroke="#5d6874" stroke-width="4" stroke-linecap="round"/>`
  return Array.from(
    { length: index + 1 },
    (_, dot) => `<circle cx="${283 + dot * 11}" cy="${y}" r="3.6" fill="#5d6874"/>`,
  ).join('')
}
