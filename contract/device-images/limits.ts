export const maxImageBytes = 10 * 1024 * 1024
/** An image with more pixels than this, in total or on one side, is refused before it is decoded. */
export const maxImagePixels = 50_000_000
export const maxImageSide = 20_000
/** Pictures are stored with at most this many pixels on their longer side. */
export const keptSide = 2000
