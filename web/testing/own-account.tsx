import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { User } from '../../contract/own-account/user.ts'
import { Snackbar } from '../ui/snackbar.tsx'
import { openPage } from './open-page.tsx'
import { refusal as refusing, reply, type answer } from './replies.ts'

/** The request for the logged-in user. */
export const ownRequest = 'GET /users/my-details'

export const offline = new TypeError('Failed to fetch')

/** A refusal with messages for fields. */
export function refusal(status: number, code: string, errors?: Record<string, string[]>): Response {
  return refusing(status, code, errors && { errors })
}

export const wrongPassword = refusal(422, 'validation', { currentPassword: ['This is not your current password'] })

/**
 * Opens the page of the user's own account, in English and without messages of earlier tests. Returns the mocked fetch.
 */
export async function openOwnAccount(user: User, replies: Parameters<typeof answer>[0] = {}) {
  const fetched = await open('/own-user', user, replies)
  await screen.findByRole('link', { name: 'Edit details' })
  return fetched
}

/** Opens the form for the user's name and mobile number over that page. */
export async function openOwnDetails(user: User, replies: Parameters<typeof answer>[0] = {}) {
  const fetched = await open('/own-user/edit', user, replies)
  await screen.findByLabelText('Full name')
  return fetched
}

async function open(address: string, user: User, replies: Parameters<typeof answer>[0]) {
  const { fetched } = await openPage(address, {
    user,
    parts: [
      import('../own-account/own-user-page.tsx'),
      import('../own-account/details-form.tsx'),
      import('../session/idle-guard.tsx'),
    ],
    replies: { 'GET /users/my-details/sessions': reply(200, { data: [] }), ...replies },
    beside: <Snackbar />,
  })
  return fetched
}

/** A field by its label, in the form of this name. */
export function box(form: string, label: string): HTMLInputElement {
  return formOf(form).getByLabelText<HTMLInputElement>(label)
}

export async function press(form: string, name: string): Promise<void> {
  await userEvent.click(formOf(form).getByRole('button', { name }))
}

/** Replaces the texts of the named fields by typing. */
export async function enter(form: string, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await userEvent.clear(box(form, label))
    if (text !== '') await userEvent.type(box(form, label), text)
  }
}

/** The requests with a method and path: each body with its headers. */
export function sent(fetched: ReturnType<typeof answer>, request: string) {
  return fetched.mock.calls
    .filter(([address, init]) => `${init?.method} ${address.replace('/api/v1', '')}` === request)
    .map(([, init]) => ({ body: JSON.parse(init?.body as string) as unknown, headers: init?.headers }))
}

function formOf(name: string) {
  return within(screen.getByRole('form', { name }))
}
