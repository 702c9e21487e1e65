/** A tenant's logo as a data URL: its mark in its colour, drawn in 48 × 48 with strokes, without text or fonts. */
export function logoDataUrl(colour: string, strokes: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48">` +
    `<rect width="48" height="48" rx="12" fill="${colour}"/>` +
    `<path d="${strokes}" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
