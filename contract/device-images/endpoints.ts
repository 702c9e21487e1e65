import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id } from '../schema.ts'
import { speakerInAddress } from '../speaker.ts'
import { maxImageBytes } from '../limits-and-times.ts'

/** The photo is re-encoded without any metadata, at most 2,000 pixels on its longer side. */
export const uploadDeviceImage = endpoint('uploadDeviceImage', 'POST /device-images', {
  summary: `Upload the photo of a test device (JPEG or PNG, at most ${maxImageBytes / 2 ** 20} MB)`,
  requires: { anyOf: ['create-tests'] },
  forTokens: true,
  upload: { maxBytes: maxImageBytes, mediaTypes: ['image/jpeg', 'image/png'] },
  replies: { 201: dataOf(z.strictObject({ id, width: z.int(), height: z.int() })) },
  audit: 'device-image.uploaded',
})

export const getDeviceImage = endpoint('getDeviceImage', 'GET /device-images/{id}', {
  summary: 'The photo of a test device, as WebP',
  requires: { anyOf: ['view-tests'] },
  forTokens: true,
  whenEntered: 'read',
  query: z.strictObject(speakerInAddress),
  replies: { 200: null },
  produces: 'image/webp',
})
