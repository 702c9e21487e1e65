import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { loadDraft } from './draft-storage.ts'
import type { Draft } from './draft.ts'
import { assay } from './fixtures.ts'
import userEvent from '@testing-library/user-event'
import {
  user,
  gtin,
  otherGtin,
  elsewhereGtin,
  kits,
  code,
  open,
  lotField,
  draft,
  filled,
  scanAnywhere,
  isStillHere,
} from '../../testing/scanned-kits.ts'

test('a code that is scanned into the lot field fills in kit, lot and expiry, and does not go on', async () => {
  await open({ lot: 'OLD', results: { 'flu-a': 'negative' } })
  await userEvent.clear(lotField())
  lotField().focus()
  scanAnywhere(code(otherGtin))
  expect(
    await screen.findByText(/^Filled in from the code: Other antigen, lot ABC123, expires 31\/01\/2028\. Choose/),
  ).toBeDefined()
  expect(draft()).toEqual({ ...filled, result: undefined })
  isStillHere()
})

test('a lot that is typed stays a lot, and Enter goes on with it', async () => {
  await open({ results: { 'flu-a': 'negative' } })
  // Eight digits could be an EAN. A person types slower than a scanner.
  await userEvent.setup({ delay: 110 }).type(lotField(), '96385074{Enter}')
  await screen.findByRole('heading', { name: 'Check and save' })
  expect(draft().lot).toBe('96385074')
})

test('a kit may be scanned wherever the focus is, and its digits choose no result', async () => {
  await open()
  await userEvent.keyboard('2')
  await waitFor(() => expect(draft().result).toBe('negative'))
  // A different lot each time, so that each message belongs to its own scan.
  for (const [lot, control] of [
    ['LOT-4', screen.getByRole('button', { name: 'Continue' })],
    ['LOT-5', screen.getByRole('radio', { name: 'Negative' })],
  ] as const) {
    control.focus()
    scanAnywhere(code(gtin, `10${lot}\u001d17280131`))
    expect(await screen.findByText(new RegExp(`lot ${lot}, expires 31/01/2028`))).toBeDefined()
    expect(draft()).toEqual({ assayId: assay.id, lot, lotExpiry: '31/01/2028', result: 'negative' })
  }
  isStillHere()
  await userEvent.keyboard('1')
  await waitFor(() => expect(draft().result).toBe('positive'))
})

test.each<[string, string[], string]>([
  ['Enter', ['Enter'], ''],
  ['Tab', ['Tab'], ''],
  ['two Enters', ['Enter', 'Enter'], ''],
  ['Enter and a function key, a mark before it', ['Enter', 'F8'], ']C1'],
  ['Tab, a letter before it', ['Tab'], 'S'],
])('a code is typed into no field, and its end does nothing: %s', async (name, ends, before) => {
  await open({ location: 'Room 4', note: 'Shy', lot: 'AB12', performedDate: '05/03/2026', performedTime: '09:30' })
  await userEvent.click(screen.getByText('More details'))
  const fields = [
    [/^Test location/, 'LOT-1'],
    [/^Lot number/, 'LOT-2'],
    [/^Lot number/, 'LOT-3'],
    [/^Note/, 'LOT-4'],
    [/^Date/, 'LOT-5'],
    [/^Time/, 'LOT-6'],
    [/^Specimen/, 'LOT-7'],
    [/^Lot expiry date/, 'LOT-8'],
  ] as const
  // Every field meets the first end, and every end a field that takes codes, twice, and one that does not.
  for (const [label, lot] of name === 'Enter' ? fields : fields.slice(0, 3)) {
    const field = screen.getByLabelText(label)
    field.focus()
    scanAnywhere(`${before}17280131${`10${lot}`}\u001d01${gtin.padStart(14, '0')}`, ends)
    expect(await screen.findByText(new RegExp(`lot ${lot}, expires 31/01/2028`))).toBeDefined()
    expect(document.activeElement).toBe(field)
    expect(loadDraft(user.id)).toMatchObject({
      lot,
      lotExpiry: '31/01/2028',
      location: 'Room 4',
      note: 'Shy',
      specimen: '',
      performedDate: '05/03/2026',
      performedTime: '09:30',
      results: {},
    })
  }
  isStillHere()
})

test('a scanner that is held up in the middle of a code is read to its end', async () => {
  await open({ location: 'Room 4' })
  await userEvent.click(screen.getByText('More details'))
  screen.getByLabelText(/^Test location/).focus()
  scanAnywhere(code(gtin, '1728013110LOT-77'), ['Enter'], 24)
  expect(await screen.findByText(/lot LOT-77, expires 31\/01\/2028/)).toBeDefined()
  expect(loadDraft(user.id)).toMatchObject({ lot: 'LOT-77', location: 'Room 4' })
})

test('a lot that is scanned alone replaces the one before it, and goes nowhere', async () => {
  await open({ results: { 'flu-a': 'negative' } })
  await userEvent.click(screen.getByText('More details'))
  for (const lot of ['AB12', 'CD34-2026']) {
    lotField().focus()
    scanAnywhere(lot)
    await waitFor(() => expect(draft().lot).toBe(lot))
  }
  // A scanner that is as slow as a person appends its code, which is still recognised.
  const slow = `CD34-2026${code(gtin, '10EF56\u001d17280131')}`
  fireEvent.input(lotField(), { target: { value: slow } })
  fireEvent.keyDown(lotField(), { key: 'Enter' })
  await waitFor(() => expect(draft()).toMatchObject({ lot: 'EF56', lotExpiry: '31/01/2028' }))
  isStillHere()
})

test('typed or scanned text that is not a code stays in place, as does text that is typed before a code', async () => {
  await open()
  await userEvent.click(screen.getByText('More details'))
  const note = screen.getByLabelText(/^Note/)
  note.focus()
  // The number on a wristband may happen to have the check digit of a product.
  scanAnywhere('4006381333931', [])
  expect(loadDraft(user.id)).toMatchObject({ note: '4006381333931', lot: '' })
  scanAnywhere(` Ward 7 ${code(gtin)}`, [])
  expect(await screen.findByText(/lot ABC123, expires/)).toBeDefined()
  expect(loadDraft(user.id)).toMatchObject({ note: '4006381333931 Ward 7 ', lot: 'ABC123' })
})

test('a kit may be scanned before the test step, during the lookup', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Choose another subject' }))
  const field = await screen.findByRole<HTMLInputElement>('combobox')
  field.focus()
  scanAnywhere(code(gtin))
  expect(await screen.findByText(/^Filled in from the code: Example antigen, lot ABC123/)).toBeDefined()
  expect(field.value).toBe('')
  expect(draft()).toMatchObject({ lot: 'ABC123', lotExpiry: '31/01/2028' })
})

test.each([
  ['may hold more', 'ABC12317280131', /This may contain more than the lot/],
  ['may hold a code that was cut off', 'XYZ-0109506000134353AB', /This may contain more than the lot/],
])('a lot that %s stays and gets a hint', async (_, lot, words) => {
  await open()
  await userEvent.click(screen.getByText('More details'))
  lotField().focus()
  fireEvent.input(lotField(), { target: { value: lot } })
  screen.getByLabelText(/^Note/).focus()
  expect(await screen.findByText(words)).toBeDefined()
  expect(draft().lot).toBe(lot)
})

test.each([
  ['another product', code('4006381333931'), /the code of another product \(GTIN 04006381333931\)/],
  ['a kit of another organisation', code(elsewhereGtin), /the code of Elsewhere antigen, which Clinic does not use/],
  ['a kit, with a part missing,', code(gtin, '172813'), /could not be read/],
])('the code of %s is recognised and changes nothing', async (_, text, words) => {
  await open({ lot: 'L-1', lotExpiry: '01/02/2028', results: { 'flu-a': 'invalid' } })
  const before = draft()
  await userEvent.click(lotField())
  await userEvent.paste(text)
  expect(await screen.findByText(words)).toBeDefined()
  expect(draft()).toEqual(before)
  cleanup()
  await open({ lot: 'L-1', lotExpiry: '01/02/2028', results: { 'flu-a': 'invalid' } })
  lotField().focus()
  scanAnywhere(text)
  expect(await screen.findByText(words)).toBeDefined()
  expect(draft()).toEqual(before)
  isStillHere()
})

/** Types at a person's pace, with a long gap before each key. */
async function typeLot(text: string, beforeIt = 'clear') {
  if (beforeIt === 'clear') fireEvent.input(lotField(), { target: { value: '' } })
  for (const key of text) fireEvent.input(lotField(), { target: { value: lotField().value + key } })
  // A pause that is longer than a scanner's gap between two keys.
  await new Promise((resolve) => setTimeout(resolve, 450))
}
const openLot = async (change: Partial<Draft> = {}) => {
  cleanup()
  await open(change)
  await userEvent.click(screen.getByText('More details'))
  lotField().focus()
}
const refusedCodes: [string, string, RegExp][] = [
  ['of another product', code('4006381333931'), /another product/],
  ['with a part missing', code(gtin, '172813'), /could not be read/],
  ['of HIBC', '+A99912345/$$52001510X3', /is an HIBC code/],
]

test.each(refusedCodes)('the code %s leaves a lot that was typed by hand as it stood', async (name, text, words) => {
  const known = { lot: 'CD34', lotExpiry: '31/01/2028' }
  // What was there before matters to no code, so one meets both.
  for (const change of name === 'of another product' ? [{}, known] : [known]) {
    await openLot(change)
    await typeLot('AB12')
    await userEvent.paste(text)
    expect(await screen.findByText(words)).toBeDefined()
    await userEvent.tab()
    expect([lotField().value, draft().lot]).toEqual(['AB12', 'AB12'])
    // A slow scanner may type after the existing text or replace it.
    for (const before of ['AB12', '']) {
      lotField().focus()
      if (before === '') fireEvent.input(lotField(), { target: { value: text.slice(0, 1) } })
      await typeLot(text.slice(before === '' ? 1 : 0), 'go on')
      fireEvent.keyDown(lotField(), { key: 'Enter' })
      await waitFor(() => expect(lotField().value).toBe('AB12'))
      expect(draft().lot).toBe('AB12')
    }
    isStillHere()
  }
})

test('a refused code restores the lot that was scanned last, even when the field has the focus', async () => {
  await openLot({ lot: 'CD34' })
  scanAnywhere(code(gtin, '1728013110EF56'))
  await waitFor(() => expect(draft().lot).toBe('EF56'))
  await typeLot(code('4006381333931'), 'go on')
  fireEvent.keyDown(lotField(), { key: 'Enter' })
  expect(await screen.findByText(/another product/)).toBeDefined()
  expect(draft()).toMatchObject({ lot: 'EF56', lotExpiry: '31/01/2028' })
})

test('typing another lot clears the expiry of the one before, and typing the old lot restores it', async () => {
  await openLot({ lot: 'L-9', lotExpiry: '01/02/2028' })
  await typeLot('L-10')
  expect(draft()).toMatchObject({ lot: 'L-10', lotExpiry: '' })
  scanAnywhere(code(gtin, '1728013110SC1'))
  expect(await screen.findByText(/Filled in from the code: .*lot SC1/)).toBeDefined()
  await typeLot('AB12')
  expect(draft()).toMatchObject({ lot: 'AB12', lotExpiry: '' })
  expect(screen.queryByText(/Filled in from the code/)).toBeNull()
  expect(screen.getByText(/The expiry date belonged to lot SC1 and was removed/)).toBeDefined()
  await typeLot('SC1')
  expect(draft()).toMatchObject({ lot: 'SC1', lotExpiry: '31/01/2028' })
  expect(screen.queryByText(/belonged to lot/)).toBeNull()
  await typeLot('AB12')
  fireEvent.input(screen.getByLabelText(/^Lot expiry date/), { target: { value: '05/06/2029' } })
  await typeLot('AB13')
  expect(draft()).toMatchObject({ lot: 'AB13', lotExpiry: '05/06/2029' })
})

test('a code without a lot clears the lot that came from the code of another box', async () => {
  await openLot()
  scanAnywhere(code(gtin, '1728013110SC1'))
  await waitFor(() => expect(draft().lot).toBe('SC1'))
  scanAnywhere(code(gtin, ''))
  expect(await screen.findByText(/Lot SC1 was removed, because it came from another box/)).toBeDefined()
  expect(draft()).toMatchObject({ lot: '', lotExpiry: '' })
  // The second bar code of a box holds the lot, and its first the product.
  scanAnywhere('1728013110AB99')
  await waitFor(() => expect(draft()).toMatchObject({ lot: 'AB99', lotExpiry: '31/01/2028' }))
  scanAnywhere(code(gtin, ''))
  expect(await screen.findByText(/The code says no more\. Lot AB99 is still entered: check it/)).toBeDefined()
  expect(draft()).toMatchObject({ lot: 'AB99', lotExpiry: '31/01/2028' })
})

test.each([
  ['full-width signs', code(gtin).replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))],
  ['a link without its scheme', `id.gs1.org/01/${gtin.padStart(14, '0')}/10/ABC123?17=280131`],
])('a code in %s is read whatever its source', async (_, text) => {
  await openLot()
  await userEvent.paste(text)
  await waitFor(() => expect(draft()).toMatchObject({ lot: 'ABC123', lotExpiry: '31/01/2028' }))
  await openLot({ lot: 'AB12' })
  fireEvent.input(lotField(), { target: { value: text } })
  screen.getByLabelText(/^Note/).focus()
  await waitFor(() => expect(draft()).toMatchObject({ lot: 'ABC123', lotExpiry: '31/01/2028' }))
})

test('a lot that contains the number of a product by chance keeps its first letters', async () => {
  // A person may pause behind the letters.
  for (const parts of [['AB96385074'], ['AB', '96385074']]) {
    await openLot()
    for (const [at, part] of parts.entries()) await typeLot(part, at === 0 ? 'clear' : 'go on')
    screen.getByLabelText(/^Note/).focus()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(draft().lot).toBe('AB96385074')
  }
})

test('a bare product number chooses its kit, or stays as a lot with a hint', async () => {
  await open({ lot: 'L-1' })
  lotField().focus()
  await userEvent.paste('4006381333931')
  expect(await screen.findByText(/looks like the code of another product/)).toBeDefined()
  expect(draft().lot).toBe('4006381333931')
  await userEvent.paste(otherGtin)
  expect(
    await screen.findByText('This is Other antigen. The code says no more: type the lot and its expiry date.'),
  ).toBeDefined()
  expect(draft()).toMatchObject({ assayId: kits[1]?.id, lot: '', lotExpiry: '' })
})

test('an expired lot needs a reason, which belongs to that lot', async () => {
  await open({ performedDate: '05/03/2026', performedTime: '09:30', results: { 'flu-a': 'negative' } })
  lotField().focus()
  scanAnywhere(code(gtin, '1726030410OLD'))
  const reason = await screen.findByLabelText('Why is it being used?')
  expect(screen.getByText(/Lot OLD expired on 04\/03\/2026/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(document.activeElement).toBe(reason)
  expect(screen.getAllByText(/This lot had expired by the day of the test/).length).toBeGreaterThan(0)
  await userEvent.type(reason, 'No other kit')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Check and save' })
  expect(screen.getByText('No other kit')).toBeDefined()

  await open({ performedDate: '05/03/2026', lot: 'OLD', lotExpiry: '04/03/2026', expiredLotReason: 'No other kit' })
  lotField().focus()
  await userEvent.clear(lotField())
  scanAnywhere(code(gtin, '1726030410OLDER'))
  await waitFor(() => expect(draft().lot).toBe('OLDER'))
  expect(loadDraft(user.id)?.expiredLotReason).toBe('')
})

test('a browser’s autofill, which arrives as a key event without a name, disturbs nothing', async () => {
  await open()
  const failed = vi.fn((event: ErrorEvent) => event.preventDefault())
  window.addEventListener('error', failed)
  lotField().focus()
  for (const name of ['keydown', 'keyup']) fireEvent(lotField(), new Event(name, { bubbles: true, cancelable: true }))
  window.removeEventListener('error', failed)
  expect(failed).not.toHaveBeenCalled()
  scanAnywhere(code(otherGtin))
  await waitFor(() => expect(draft()).toMatchObject(filled))
})
