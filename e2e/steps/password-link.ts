import { expect } from 'vitest'
import { demoPassword, emailOf, type TenantSlug } from '../stage/demo.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { send, startSession } from '../stage/http.ts'
import { mailTo } from '../stage/mail.ts'

/**
 * Performs an action that sends somebody a link to a new password, and returns the path of that link once the email is
 * there.
 */
export async function linkAfter(
  port: number,
  tenant: TenantSlug,
  email: string,
  act: () => Promise<void>,
): Promise<string> {
  const earlier = await links(port, tenant, email)
  await act()
  await expect.poll(() => links(port, tenant, email)).toHaveLength(earlier.length + 1)
  const [newest = ''] = await links(port, tenant, email)
  return newest
}

/** Requests a link without the browser, and returns its path. */
export function linkOf(port: number, tenant: TenantSlug, email: string): Promise<string> {
  return linkAfter(port, tenant, email, async () => {
    const { cookies } = await send(port, tenant, '/sanctum/csrf-cookie')
    const { status } = await send(port, tenant, '/password-resets', { method: 'POST', cookies, body: { email } })
    expect(status).toBe(204)
  })
}

/** Restores the demo password of an account, and checks that it works. */
export async function restorePassword(port: number, tenant: TenantSlug, userType: UserType): Promise<void> {
  const email = emailOf(tenant, userType)
  const body = { token: tokenOf(await linkOf(port, tenant, email)), email, password: demoPassword }
  const { cookies } = await send(port, tenant, '/sanctum/csrf-cookie')
  const { status } = await send(port, tenant, '/passwords', { method: 'PUT', cookies, body })
  expect(status).toBe(204)
  await startSession(port, tenant, userType, 'en')
}

export function tokenOf(link: string): string {
  return new URL(link, 'http://localhost').searchParams.get('token') ?? ''
}

/**
 * The paths of the links that were sent to a person, newest first. Their host is that of the settings, not that of the
 * test.
 */
async function links(port: number, tenant: TenantSlug, email: string): Promise<string[]> {
  const mails = await mailTo(port, tenant, email)
  return mails.flatMap(({ text }) => /https?:\/\/[^/\s]+(\/forgotten-password\?\S+)/.exec(text)?.[1] ?? [])
}
