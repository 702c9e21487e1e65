/** A tenant's mark in its colour, drawn in 48 × 48 with strokes, without text or fonts. */
export function drawLogo(colour: string, strokes: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48">` +
    `<rect width="48" height="48" rx="12" fill="${colour}"/>` +
    `<path d="${strokes}" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  )
}

/** The drawing as a logo, which is seen on light and dark pages, and as the icon. */
export function logoRows(tenantId: string, drawing: string) {
  const content = `\\x${Buffer.from(drawing).toString('hex')}`
  return ['light', 'icon'].map((name) => ({ tenant_id: tenantId, name, media_type: 'image/svg+xml', content }))
}
