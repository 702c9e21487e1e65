import { languageTag } from '../../contract/locales.ts'
import { brandShades } from '../../contract/tenants/brand-shades.ts'
import { logoNames, type LogoName } from '../../contract/tenants/logos.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { recordDone } from '../access/audit/audit.ts'
import { actInside, ofTenant } from '../access/door/other-tenant.ts'
import type { ActorScope, EnterAsActor, Scope } from '../access/scope.ts'
import type { Arriving } from '../access/serving/upload.ts'
import { Failure, found } from '../platform/failure.ts'
import { readPictureApart } from '../platform/picture-process.ts'
import type { TenantTurns } from '../platform/tenant-turns.ts'
import { deleteLogo, findLogo, listLogos, noteWish, storeLogo } from './logo-repository.ts'

/**
 * Returns a logo of this host's tenant, or of any for an operator, with its media type and hash. Throws `not-found`.
 */
export async function getLogoOf(scope: Scope, tenantId: string, name: LogoName) {
  if (tenantId === scope.tenant.id) return found(await findLogo(scope, name))
  const { actor } = scope
  if (actor === null) throw new Failure('not-found')
  return found(await ofTenant({ ...scope, actor }, tenantId, (one) => findLogo(one, name)))
}

/**
 * Stores a logo, re-encoded. Its picture is decoded in its turn, while no connection is held. If a later request has
 * set or removed the logo meanwhile, that one stands. Throws `validation` at `file`, and `unavailable` while too many
 * others are waiting.
 */
export async function changeLogo(
  enter: EnterAsActor,
  turns: TenantTurns,
  { tenantId, name }: { tenantId: string; name: LogoName },
  { receive, hasLeft }: Arriving,
): Promise<Preferences['logos']> {
  const asked = await enter(async (scope) => {
    await ofTenant(scope, tenantId, async () => undefined)
    return { by: scope.tenant.id, at: scope.now }
  })
  const { content } = await turns.take({ tenantId: asked.by, hasLeft }, async () => {
    const upload = await receive()
    return await turns.run({ tenantId: asked.by, hasLeft }, () =>
      readPictureApart(upload, name === 'icon' ? 'icon' : 'logo'),
    )
  })
  return enter((scope) =>
    changing(scope, tenantId, async (one) => {
      if (!(await noteWish(one, name, asked.at))) return logosOf(one)
      const hash = await storeLogo(one, { name, media_type: 'image/png', content })
      await recordDone(one, 'tenant.logo-changed', tenantId, { logo: name, hash })
      return logosOf(one)
    }),
  )
}

/** Removes a logo; does nothing when there is none. */
export async function takeLogoAway(scope: ActorScope, tenantId: string, name: LogoName): Promise<void> {
  await changing(scope, tenantId, async (one) => {
    await noteWish(one, name, scope.now)
    if (await deleteLogo(one, name)) await recordDone(one, 'tenant.logo-removed', tenantId, { logo: name })
  })
}

/** Returns the addresses of the tenant's logos, or null for those that it lacks. */
export async function logosOf(scope: Scope): Promise<Preferences['logos']> {
  const hashes = new Map((await listLogos(scope)).map(({ name, hash }) => [name, hash]))
  const [light, dark, icon] = logoNames.map((name) => {
    const hash = hashes.get(name)
    return hash === undefined ? null : `/api/v1/tenants/${scope.tenant.id}/logos/${name}?v=${hash}`
  })
  return { light: light ?? null, dark: dark ?? null, icon: icon ?? null }
}

/** Builds the web app manifest, with the tenant's icon or the product's own. */
export function manifestOf({ productName, logos, theme, defaultLanguage }: Preferences) {
  const icon = logos.icon ?? '/icon.svg'
  return {
    id: '/',
    name: productName,
    short_name: productName,
    lang: languageTag(defaultLanguage),
    start_url: '/',
    display: 'standalone',
    theme_color: brandShades(theme.web).fill,
    background_color: '#f6f8fa',
    // Sizes are not listed, because a drawing has none and a picture may be smaller than 512 pixels.
    icons: [{ src: icon, sizes: 'any' }],
  }
}

/**
 * Changes the actor's own tenant or, as an operator, any other, which is then also audited in the operator's tenant.
 */
async function changing<T>(scope: ActorScope, tenantId: string, work: (one: ActorScope) => Promise<T>): Promise<T> {
  if (tenantId === scope.tenant.id) return await work(scope)
  const result = await actInside(scope, tenantId, work)
  await recordDone(scope, 'tenant.changed', tenantId)
  return result
}
