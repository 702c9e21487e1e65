import * as z from 'zod/mini'
import { maxImageBytes } from '../device-images/limits.ts'
import { endpoint } from '../endpoint.ts'
import { dataOf, id } from '../schema.ts'

/** How many pictures the instructions of an assay have at most, in all languages together. */
export const mostPictures = 6

/** The media types that are taken; what a file is, is read from its content. */
export const pictureMediaTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Keeps a picture for the instructions of an assay, which name it once they are saved; one that none names is removed after a week. */
export const uploadAssayPicture = endpoint({
  name: 'uploadAssayPicture',
  method: 'POST',
  path: '/assays/pictures',
  summary: 'Upload a picture for instructions (PNG, JPEG or WebP, at most 10 MB)',
  requires: { rule: 'mayKeepAssays' },
  limit: { attempts: 20, minutes: 15 },
  upload: { maxBytes: maxImageBytes, mediaTypes: pictureMediaTypes },
  replies: { 201: dataOf(z.strictObject({ id, width: z.int(), height: z.int() })) },
  audit: 'assay.picture-uploaded',
})

/** Whoever sees the assay sees its pictures, also those of its earlier versions. */
export const getAssayPicture = endpoint({
  name: 'getAssayPicture',
  method: 'GET',
  path: '/assays/pictures/{id}',
  summary: 'A picture of the instructions of an assay, as WebP',
  requires: 'logged-in',
  params: z.strictObject({ id }),
  replies: { 200: null },
  produces: 'image/webp',
})
