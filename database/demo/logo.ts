/** Draws a tenant's mark in its colour with strokes in a 48 × 48 square, without text or fonts. */
export function drawLogo(colour: string, strokes: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48">` +
    `<rect width="48" height="48" rx="12" fill="${colour}"/>` +
    `<path d="${strokes}" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  )
}

/** Stores the drawing as the light logo, which also shows on dark pages, and as the icon. */
export function logoRows(tenantId: string, drawing: string) {
  const content = `\\x${Buffer.from(drawing).toString('hex')}`
  return ['light', 'icon'].map((name) => ({ tenant_id: tenantId, name, media_type: 'image/svg+xml', content }))
}
