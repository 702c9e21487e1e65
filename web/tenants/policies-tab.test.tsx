import { byLocale } from '../../contract/locales.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Policy, Publication } from '../../contract/policies/endpoints.ts'
import { openPage } from '../testing/open-page.tsx'
import { aUser, called, refusal, reply, sentBody } from '../testing/replies.ts'
import { alsoSay } from '../ui/phrases.ts'
import { currentMessages } from '../ui/snackbar-store.ts'
import { builtInTexts } from '../policies/policy-text.tsx'

const admin = aUser('tenant')
const { id } = admin.tenant
const terms: Policy = { name: 'eula', texts: byLocale(() => null), people: 40, version: 0 }
const publication: Publication = {
  version: 1,
  locales: ['en_GB'],
  asksAgain: false,
  accepted: null,
  publishedAt: '2026-11-20T10:00:00Z',
  by: 'Ben Bell',
}
const policies = `/tenants/${id}/policies`

const open = async (
  replies: Parameters<typeof openPage>[1]['replies'] = {},
  { address = '/own-tenant/policies', user = admin } = {},
) =>
  await openPage(address, {
    user,
    replies: {
      [`GET /tenants/${id}`]: reply(200, {
        data: { ...admin.tenant, availableLanguages: ['en_GB', 'es_MX'], defaultLanguage: 'en_GB' },
      }),
      [`GET ${policies}/eula`]: reply(200, { data: terms }),
      [`GET ${policies}/eula/versions`]: reply(200, { data: [] }),
      ...replies,
    },
    parts: [
      import('./tab-pages.ts'),
      alsoSay('tenants', 'editing', 'publishing'),
      import('./own-tenant-page.tsx'),
      import('./operators-tenant-page.tsx'),
      import('./policies-tab.tsx'),
      builtInTexts('en_GB'),
      builtInTexts('es_MX'),
    ],
  })
const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
const press = async (name: string) => await userEvent.click(await screen.findByRole('button', { name }))
async function type(words: string) {
  await userEvent.clear(await text())
  await userEvent.click(await text())
  await userEvent.paste(words)
}
const publish = async () => {
  await press('Publish')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }))
}

test.each([
  ['en_GB', 'or after 12 hours', 'for 24 hours at most'],
  ['es_MX', 'al cabo de 12 horas', '24 horas como máximo'],
] as const)('the built-in texts of %s tell the numbers that apply', async (locale, ...told) => {
  const texts = await builtInTexts(locale)
  for (const words of told) expect(texts['cookie-policy']).toContain(words)
  expect(
    Object.values(texts)
      .join('')
      .match(/\{\{(?!product|tenant)\w+\}\}/g),
  ).toBeNull()
})

test('a text is previewed as it will be read, and every changed language is published at once', async () => {
  const { fetched } = await open({ [`POST ${policies}/eula`]: reply(200, { data: { ...terms, version: 1 } }) })
  expect((await text()).value).toBe((await builtInTexts('en_GB')).eula.trim())
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  await type('## Our terms\n\n[elsewhere](javascript:alert(1)) and **bold**')
  const preview = screen.getByRole('group', { name: 'Preview' })
  expect(await within(preview).findByRole('heading', { name: 'Our terms' })).toBeDefined()
  expect([within(preview).queryByRole('link'), within(preview).getByText('bold').tagName]).toEqual([null, 'STRONG'])
  // The texts of the other language are cached, but React suspends for them all the same.
  await act(async () => void fireEvent.change(screen.getByLabelText('Language'), { target: { value: 'es_MX' } }))
  expect((await text()).value).toBe((await builtInTexts('es_MX')).eula.trim())
  await type('Nuestros términos')
  expect(screen.getByText('Not published: English (UK), Español (México)')).toBeDefined()
  await press('Publish')
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish “End User Licence Agreement”?' }))
  expect(called(fetched, 'POST', policies)).toEqual([])
  expect(dialog.getByText(/^40 people will be asked/)).toBeDefined()
  await userEvent.click(dialog.getByLabelText('Ask everybody to accept again'))
  await userEvent.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() =>
    expect(currentMessages().map((shown) => shown.text)).toEqual(['“End User Licence Agreement” is published']),
  )
  expect(sentBody(fetched, `${policies}/eula`)).toEqual({
    texts: { en_GB: expect.stringContaining('Our terms'), es_MX: 'Nuestros términos' },
    asksAgain: true,
  })
})

test('a text that somebody else published stands below, and one’s own text stays', async () => {
  const theirs = { ...terms, texts: { ...terms.texts, en_GB: 'Their terms' }, version: 1 }
  const { fetched } = await open({
    [`GET ${policies}/eula`]: [reply(200, { data: terms }), reply(200, { data: theirs })],
    [`GET ${policies}/eula/versions`]: [reply(200, { data: [] }), reply(200, { data: [publication] })],
    [`GET ${policies}/eula/versions/1`]: reply(200, {
      data: [{ locale: 'en_GB', text: 'Their terms', before: null }],
    }),
    [`POST ${policies}/eula`]: [
      refusal(412, 'stale-version'),
      reply(200, { data: { ...theirs, texts: { ...theirs.texts, en_GB: 'Our terms' }, version: 2 } }),
    ],
  })
  await type('Our terms')
  await publish()
  expect(await screen.findByText(/^Somebody else has published this policy in the meantime/)).toBeDefined()
  await press('Compare with the one before: 1')
  const published = await screen.findByRole('region', { name: 'Published, English (UK)' })
  expect([within(published).getByText('Their terms').tagName, (await text()).value]).toEqual(['P', 'Our terms'])
  await publish()
  await waitFor(() => expect(called(fetched, 'POST', policies)).toHaveLength(2))
  expect(called(fetched, 'POST', policies)[1]?.[1]?.headers).toMatchObject({ 'If-Match': '"1"' })
})

test('the built-in text can be restored, and an operator changes the policies of any tenant', async () => {
  const own = { ...terms, texts: { ...terms.texts, en_GB: 'Our terms' }, version: 3 }
  const { fetched } = await open(
    {
      [`GET ${policies}/eula`]: reply(200, { data: own }),
      [`GET ${policies}/eula/versions`]: reply(200, { data: [publication] }),
      [`POST ${policies}/eula`]: reply(200, { data: { ...terms, version: 4 } }),
    },
    {
      address: `/tenants/${id}/policies`,
      user: aUser('unlimited', { tenant: { id: '01998878-2800-7000-8000-0000000000ff', name: 'Lateral' } }),
    },
  )
  expect((await text()).value).toBe('Our terms')
  await press('Back to the built-in text')
  await publish()
  await waitFor(() => expect(called(fetched, 'POST', policies)).toHaveLength(1))
  expect(sentBody(fetched, `${policies}/eula`)).toEqual({ texts: { en_GB: null }, asksAgain: false })
})

test('a text that is too long stays whole, and is not published', async () => {
  const { fetched } = await open()
  await type('x'.repeat(100_002))
  expect((await text()).value).toHaveLength(100_002)
  await press('Publish')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('Max 100000 characters, 2 too many')).toBeDefined()
  expect(screen.getByText(/^English.*: Max 100000 characters, 2 too many$/)).toBeDefined()
  expect(document.activeElement).toBe(await text())
  expect(called(fetched, 'POST', `${policies}/eula`)).toEqual([])
})
