/** The view of a photo: its scale, and the offset of its centre in CSS pixels. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

export const whole: Zoom = { scale: 1, x: 0, y: 0 }
const largest = 8

/**
 * Applies a change within the limits: the scale stays between whole and eightfold, and a whole photo cannot be moved.
 */
export function changeZoom(
  before: Zoom,
  { factor = 1, x = 0, y = 0 }: Partial<{ factor: number; x: number; y: number }>,
): Zoom {
  const scale = Math.min(Math.max(before.scale * factor, 1), largest)
  if (scale === 1) return whole
  const grown = scale / before.scale
  const limit = 600 * (scale - 1)
  const within = (value: number) => Math.min(Math.max(value, -limit), limit)
  return { scale, x: within(before.x * grown + x), y: within(before.y * grown + y) }
}
