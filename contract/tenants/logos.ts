import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { formalText, dataOf, id } from '../schema.ts'
import { logos } from './preferences.ts'
import { maxLogoBytes } from '../limits-and-times.ts'

/** A tenant's pictures: its logo for light and for dark pages, and a square icon. */
export const logoNames = ['light', 'dark', 'icon'] as const
export type LogoName = (typeof logoNames)[number]

/** The accepted media types; the type of a file is determined by its content. */
export const logoMediaTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const

const oneLogo = z.strictObject({ id, name: z.enum(logoNames) })

/** Public, like the rest of the brand. An address with the hash of the picture as `v` always shows that picture. */
export const getLogo = endpoint('getLogo', 'GET /tenants/{id}/logos/{name}', {
  summary: 'A logo of the tenant at this host',
  requires: 'anyone',
  whenEntered: 'surroundings',
  params: oneLogo,
  query: z.strictObject({ v: z.optional(formalText(64)) }),
  replies: { 200: null },
  produces: 'image/png',
})

/** Stores only pixels: an SVG is rendered, and a picture is re-encoded. A file that contains scripts is refused. */
export const putLogo = endpoint('putLogo', 'PUT /tenants/{id}/logos/{name}', {
  summary: `Set a logo of a tenant (PNG, JPEG, WebP or SVG, at most ${maxLogoBytes / 2 ** 10} kB; the icon is square)`,
  requires: { anyOf: ['edit-own-tenant', 'edit-tenants'] },
  limit: { attempts: 20, minutes: 15 },
  params: oneLogo,
  upload: { maxBytes: maxLogoBytes, mediaTypes: logoMediaTypes },
  replies: { 200: dataOf(z.strictObject({ logos })) },
  audit: 'tenant.logo-changed',
})

export const removeLogo = endpoint('removeLogo', 'DELETE /tenants/{id}/logos/{name}', {
  summary: 'Take a logo of a tenant away',
  requires: { anyOf: ['edit-own-tenant', 'edit-tenants'] },
  params: oneLogo,
  replies: { 204: null },
  audit: 'tenant.logo-removed',
})

/** The data for adding the tenant's product to a home screen: its name, its icon and its colour. */
export const getManifest = endpoint('getManifest', 'GET /manifest.webmanifest', {
  summary: 'The web app manifest of the tenant at this host',
  requires: 'anyone',
  whenEntered: 'surroundings',
  replies: { 200: null },
  produces: 'application/manifest+json',
})
