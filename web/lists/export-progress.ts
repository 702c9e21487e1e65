import type { Arrived } from './file-stream.ts'

/** The progress of an export: queued at a place, or arriving. */
export type ExportProgress = { place: number } | Arrived

/** The progress before the first byte has arrived. */
export const nothing: Arrived = { rows: undefined, bytes: 0 }
