export const maxImageBytes = 10 * 1024 * 1024
/** An image with more pixels, or more of them on one side, is refused before it is decoded. */
export const maxImagePixels = 50_000_000
export const maxImageSide = 20_000
/** Pictures are kept with at most so many pixels on their longer side. */
export const keptSide = 2000
