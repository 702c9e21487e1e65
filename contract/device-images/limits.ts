/** Pictures are stored with at most this many pixels on their longer side. */
export const keptSide = 2000
