import * as z from 'zod/mini'
import { maxImageBytes } from '../limits-and-times.ts'
import { endpoint } from '../endpoint.ts'
import { dataOf, id } from '../schema.ts'

/** The most pictures in the instructions of an assay, in all languages together. */
export const mostPictures = 6

/** The accepted media types; the type of a file is determined by its content. */
export const pictureMediaTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/**
 * Stores a picture for the instructions of an assay, whose form refers to it when it is saved. A picture that no assay
 * refers to is removed after a week.
 */
export const uploadAssayPicture = endpoint('uploadAssayPicture', 'POST /assays/pictures', {
  summary: `Upload a picture for instructions (PNG, JPEG or WebP, at most ${maxImageBytes / 2 ** 20} MB)`,
  requires: { rule: 'mayKeepAssays' },
  limit: { attempts: 20, minutes: 15 },
  upload: { maxBytes: maxImageBytes, mediaTypes: pictureMediaTypes },
  replies: { 201: dataOf(z.strictObject({ id, width: z.int(), height: z.int() })) },
  audit: 'assay.picture-uploaded',
})

/** Everybody who sees the assay sees its pictures, including those of earlier versions. */
export const getAssayPicture = endpoint('getAssayPicture', 'GET /assays/pictures/{id}', {
  summary: 'A picture of the instructions of an assay, as WebP',
  requires: 'logged-in',
  whenEntered: 'read',
  replies: { 200: null },
  produces: 'image/webp',
})
