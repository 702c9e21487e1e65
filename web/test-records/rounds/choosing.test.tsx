import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { RosterPerson } from '../../../contract/rounds/starting.ts'
import { inFrontOfCamera } from '../../testing/camera.ts'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, called, pageOf, refusal, reply, sentBody } from '../../testing/replies.ts'
import { code as kitCode, gtin, kits, scanAnywhere } from '../../testing/scanned-kits.ts'
import { assay } from '../recording/fixtures.ts'

const idOf = (end: string) => `01998878-2800-7000-8000-00000000000${end}`
const group = { id: idOf('3'), name: 'Fernbank', organisationId: idOf('2'), organisationName: 'Harbour' }
const code = '5M93WGJXVQ8NXVERH5QGESJ2'
const inviteUrl = `https://harbour.example/patient-registration/${code}`
const askWhose = `POST /round-rosters/${group.id}/invitees`
const isOf = (subjectId: string | null) => reply(200, { data: { subjectId } })

const person = (end: string, firstName: string, lastName: string, localId: string | null = null): RosterPerson => ({
  subject: {
    id: idOf(end),
    kind: 'human',
    email: null,
    dateOfBirth: '1941-02-03',
    firstName,
    lastName,
    localId,
    customId1: null,
    customId2: null,
    groupId: group.id,
  },
  unit: null,
  room: null,
  role: null,
  last: null,
})

async function open(replies: Record<string, Response | Error | Response[]> = {}) {
  const opened = await openPage('/rounds/new', {
    parts: [import('./rounds-page.tsx'), import('./start-form.tsx'), import('./scan-people.tsx')],
    user: aUser('tenant'),
    replies: {
      'GET /rounds': reply(200, { data: [] }),
      'GET /groups': pageOf([group]),
      'GET /assays': pageOf([assay]),
      'GET /subjects': pageOf([]),
      [`GET /round-rosters/${group.id}`]: reply(200, {
        data: [person('6', 'Ann', 'Alpha', 'H-1'), person('7', 'Anna', 'Beta', 'H-12'), person('8', 'Zoe', 'Gamma')],
      }),
      ...replies,
    },
  })
  await screen.findByRole('form', { name: 'New round' })
  return opened
}
const find = () => screen.findByLabelText<HTMLInputElement>(/^Find by name/)
const lotField = () => document.querySelector<HTMLInputElement>('input[name="lot"]')
const chosen = () =>
  screen.queryAllByRole<HTMLInputElement>('checkbox', { checked: true }).map((box) => box.labels?.[0]?.textContent)

test('a group with nobody in it is named at the question who is in the round', async () => {
  const words = 'This group has no subjects yet. Add them under “Subjects” first.'
  await open({ 'POST /rounds': refusal(422, 'validation', { errors: { subjectIds: [words] } }) })
  await userEvent.click(screen.getByRole('button', { name: 'Start the round' }))
  const who = await screen.findByRole('radiogroup', { name: 'Who is in it?' })
  await waitFor(() => expect(who.textContent).toContain(words))
  expect(who.getAttribute('aria-invalid')).toBe('true')
})

test('where there is no round yet, the button that starts one stands with the reason to start it', async () => {
  await openPage('/rounds', {
    parts: [import('./rounds-page.tsx')],
    user: aUser('tenant'),
    replies: { 'GET /rounds': reply(200, { data: [] }) },
  })
  const notice = (await screen.findByRole('heading', { name: 'There are no rounds yet' })).parentElement
  expect(notice?.querySelector('a')?.textContent).toBe('New round')
  expect(screen.getAllByRole('link', { name: 'New round' })).toHaveLength(1)
})

test('people of one name are told apart by their date of birth and their number', async () => {
  const twin = person('9', 'Ann', 'Alpha', 'H-9')
  const younger = { ...twin, subject: { ...twin.subject, dateOfBirth: '1972-11-30' } }
  await open({
    [`GET /round-rosters/${group.id}`]: reply(200, { data: [person('6', 'Ann', 'Alpha', 'H-1'), younger] }),
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'Those I choose' }))
  const boxes = await screen.findAllByRole('checkbox', { name: /^Ann Alpha/ })
  const lines = boxes.map((box) => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent)
  expect(lines).toEqual(['03/02/1941 · H-1', '30/11/1972 · H-9'])
})

test('an animal is chosen by its tag without the spaces, but nobody by another bed with the same digits', async () => {
  const animal = (end: string, tag: string): RosterPerson => {
    const { subject, ...rest } = person(end, '', '')
    const ids = { customId1: tag, customId2: 'Herd 4', firstName: null, lastName: null, dateOfBirth: null }
    return { ...rest, subject: { ...subject, ...ids, kind: 'non-human' } }
  }
  await open({
    [`GET /round-rosters/${group.id}`]: reply(200, {
      data: [animal('6', 'IE 12 x'), animal('7', 'IE 13-X'), person('8', 'Zoe', 'Gamma', '1-12')],
    }),
  })
  await userEvent.click(await screen.findByLabelText('Those I choose'))
  await userEvent.type(await find(), 'IE12X{Enter}')
  expect(await screen.findByText('Added: IE 12 x · Herd 4')).toBeDefined()
  await userEvent.clear(await find())
  await userEvent.type(await find(), '11-2{Enter}')
  expect(await screen.findByText('Nobody here has the name or number “11-2”')).toBeDefined()
  await userEvent.clear(await find())
  expect(chosen()).toEqual(['IE 12 x · Herd 4'])
})

test('people are chosen one by one: by a scanned number, first letters and the code of an invite', async () => {
  const { fetched, router } = await open({ [askWhose]: isOf(idOf('7')) })
  await userEvent.click(await screen.findByLabelText('Those I choose'))
  await userEvent.type(await find(), 'h-1{Enter}')
  expect(await screen.findByText('Added: Ann Alpha')).toBeDefined()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Find by name/).value).toBe(''))
  await userEvent.type(await find(), 'zo{Enter}')
  expect(await screen.findByText('Added: Zoe Gamma')).toBeDefined()
  await userEvent.clear(await find())
  await userEvent.click(await find())
  await userEvent.paste(inviteUrl)
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Added: Anna Beta')).toBeDefined()
  expect(chosen()).toEqual(['Ann Alpha', 'Anna Beta', 'Zoe Gamma'])
  expect(sentBody(fetched, '/invitees')).toEqual({ code })
  // A scanner's Enter starts nothing.
  expect(called(fetched, 'POST', '/rounds')).toEqual([])
  const others = fetched.mock.calls.filter(([address]) => !address.endsWith('/invitees'))
  expect(JSON.stringify([others, fetched.mock.calls.map(([address]) => address)])).not.toContain(code)
  expect(router.state.location.href).not.toContain(code)
})

test('nobody is chosen of several who can be meant', async () => {
  await open()
  await userEvent.click(await screen.findByLabelText('Those I choose'))
  await userEvent.type(await find(), 'ann{Enter}')
  expect(await screen.findByText(/^That fits several\./)).toBeDefined()
  expect(chosen()).toEqual([])
  expect((await find()).value).toBe('ann')
})

test('an invite that is scanned anywhere in the form begins a choice, and is no lot', async () => {
  await open({ [askWhose]: isOf(idOf('8')) })
  const lot = lotField()
  lot?.focus()
  scanAnywhere(inviteUrl)
  expect(await screen.findByText('Added: Zoe Gamma')).toBeDefined()
  expect(chosen()).toEqual(['Zoe Gamma'])
  expect(lot?.value).toBe('')
})

test('a number that is scanned outside of a field while people are chosen is no lot', async () => {
  await open()
  await userEvent.click(await screen.findByLabelText('Those I choose'))
  const [box] = await screen.findAllByRole('checkbox')
  box?.focus()
  scanAnywhere('WRISTBAND-7')
  expect(await screen.findByText('Nobody here has the name or number “WRISTBAND-7”')).toBeDefined()
  expect(lotField()?.value).toBe('')
})

test('the lot of one kit is never that of another, and its expiry that of no other lot', async () => {
  const [known = assay, other = assay] = kits
  const { fetched } = await open({
    'GET /assays': pageOf([known, other]),
    'POST /rounds': refusal(422, 'validation', { errors: { location: ['Not now'] } }),
  })
  const kit = screen.getByLabelText<HTMLSelectElement>(/^Test kit/)
  const entered = () => [
    kit.selectedOptions[0]?.textContent,
    lotField()?.value,
    document.querySelector<HTMLInputElement>('input[name="lotExpiry"]')?.value,
  ]
  scanAnywhere(kitCode(gtin))
  expect(entered()).toEqual([known.name, 'ABC123', '31/01/2028'])
  await userEvent.selectOptions(kit, other.id)
  expect(entered()).toEqual([other.name, '', ''])
  await userEvent.click(screen.getByRole('button', { name: 'Start the round' }))
  await waitFor(() => expect(called(fetched, 'POST', '/rounds')).toHaveLength(1))
  expect(sentBody(fetched, '/rounds')).toMatchObject({ assayId: other.id, lot: null, lotExpiry: null })

  await userEvent.type(lotField() ?? kit, 'OWN7')
  scanAnywhere(kitCode(gtin, ''))
  expect(entered()).toEqual([known.name, '', ''])
  scanAnywhere(kitCode(gtin))
  scanAnywhere(kitCode(gtin, '10ABC124'))
  expect(entered()).toEqual([known.name, 'ABC124', ''])
})

test.each([
  ['whose person is not in the group', isOf(null), 'The person with this invite is not in the list.'],
  ['that is unknown', refusal(404, 'code-invalid'), /^This invite is not known here\./],
  ['without a connection', new TypeError('Failed to fetch'), /^The server cannot be reached/],
])('the code of an invite %s is told plainly, and chooses nobody', async (_, given, words) => {
  await open({ [askWhose]: given })
  await userEvent.click(await screen.findByLabelText('Those I choose'))
  await userEvent.click(await find())
  await userEvent.paste(inviteUrl)
  await userEvent.keyboard('{Enter}')
  const told = await screen.findByText(words)
  expect(told.textContent).not.toContain(code)
  expect(chosen()).toEqual([])
  expect((await find()).value).toBe('')
})

test('the camera chooses one after the other, and stays open until it is closed', async () => {
  await open({ [askWhose]: isOf(idOf('7')) })
  await userEvent.click(await screen.findByLabelText('Those I choose'))
  const stop = vi.fn()
  const seen = [inviteUrl]
  inFrontOfCamera(seen, async () => ({ getTracks: () => [{ stop }] }))
  const button = await screen.findByRole('button', { name: 'Scan with the camera' })
  await userEvent.click(button)
  const panel = await screen.findByRole('dialog', { name: 'Scan with the camera' })
  expect(await within(panel).findByText('Added: Anna Beta')).toBeDefined()
  seen.push('H-1')
  expect(await within(panel).findByText('Added: Ann Alpha')).toBeDefined()
  seen.push('SOMETHING-ELSE')
  expect(await within(panel).findByText('Nobody here has the name or number “SOMETHING-ELSE”')).toBeDefined()
  await userEvent.click(within(panel).getByRole('button', { name: 'Close' }))
  expect(stop).toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
  expect(chosen()).toEqual(['Ann Alpha', 'Anna Beta'])
})
