import { byLocale } from '../../contract/locales.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { Assay } from '../../contract/assays/assay.ts'
import type { CatalogueEntry } from '../../contract/assays/catalogue.ts'
import { handleFailures } from '../api/failures.ts'
import { openPage } from '../testing/open-page.tsx'
import { type answer, aUser, called, pageOf, refusal, reply } from '../testing/replies.ts'
import { expectTypedToStay } from '../testing/saved-meanwhile.ts'
import { currentMessages } from '../ui/snackbar-store.ts'

const id = '01998878-2800-7000-8000-000000000009'
const analyte = (name: string) => ({ id: name.toLowerCase(), name, loinc: null, snomed: null })
const kit: Assay = {
  id,
  name: 'Winter test',
  manufacturer: 'Tidewell',
  model: null,
  gtin: null,
  analytes: [analyte('Covid'), analyte('Flu'), analyte('RSV')],
  specimens: [{ name: 'Nasal swab', snomed: '445297001' }],
  offeredResults: ['positive', 'negative', 'invalid'],
  readFromMinutes: 10,
  readUntilMinutes: 20,
  imageRequired: false,
  requiresTimer: false,
  twoReaders: false,
  hasInstructions: true,
  instructions: { en_GB: 'Add three drops.' },
  meanings: {},
  organisationMeanings: [],
  pictures: [],
  takenFrom: null,
  organisations: null,
  status: 'active',
  isDefault: true,
  version: 4,
}

afterEach(() => handleFailures(undefined))

async function open(
  address: string,
  {
    assay = {},
    user = aUser('tenant'),
    replies = {},
  }: { assay?: Partial<Assay>; user?: ReturnType<typeof aUser>; replies?: Parameters<typeof answer>[0] } = {},
) {
  const one = { ...kit, ...assay }
  return await openPage(address, {
    user,
    parts: [
      import('./assays-page.tsx'),
      import('./assay-page.tsx'),
      import('./assay-actions.tsx'),
      import('./assay-form.tsx'),
      import('./catalogue-panel.tsx'),
      import('../ui/illustrated-text.tsx'),
    ],
    replies: {
      'GET /assays': pageOf([one]),
      [`GET /assays/${id}`]: reply(200, { data: one }),
      [`GET /assays/${id}/history`]: pageOf([]),
      'GET /organisations': pageOf([
        { id: '01998878-2800-7000-8000-00000000000a', name: 'Harbour Care Homes' },
        { id: '01998878-2800-7000-8000-00000000000b', name: 'Solent Pharmacies' },
      ]),
      ...replies,
    },
  })
}

/** In jsdom a panel's dialog does not count as open, so its content counts as hidden. */
const hidden = true
const form = () => within(screen.getByRole('form'))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden }))
const type = async (label: string, text: string, index = 0) => {
  const field = form().getAllByLabelText(new RegExp(`^${label}`))[index] as HTMLInputElement // the labels belong to inputs
  await userEvent.clear(field)
  if (text !== '') await userEvent.type(field, text)
}
/** The body of the last request of a method to a path; the page reloads afterwards. */
const bodyOf = (fetched: ReturnType<typeof answer>, method: string, path: string): unknown =>
  JSON.parse((called(fetched, method, path).at(-1)?.[1]?.body as string | undefined) ?? 'null') // the body is JSON
const names = () =>
  form()
    .getAllByLabelText<HTMLInputElement>('Name')
    .map(({ value }) => value)

describe('the form of a test kit', () => {
  test('sends test lines in their order, with the ids of existing ones', async () => {
    const { fetched } = await open(`/assays/${id}/edit`, {
      replies: { [`PUT /assays/${id}`]: reply(200, { data: { ...kit, version: 5 } }) },
    })
    await screen.findByRole('form')
    await press('Move Covid down')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Covid down')
    await press('Remove RSV')
    await press('Add a test line')
    expect(document.activeElement?.getAttribute('name')).toBe('analytes.2.name')
    await userEvent.keyboard('Adenovirus')
    expect(names()).toEqual(['Winter test', 'Flu', 'Covid', 'Adenovirus', 'Nasal swab'])
    await press('Save')
    await waitFor(() => expect(called(fetched, 'PUT', `/assays/${id}`)).toHaveLength(1))
    expect(bodyOf(fetched, 'PUT', `/assays/${id}`)).toMatchObject({
      analytes: [
        { id: 'flu', name: 'Flu', loinc: null },
        { id: 'covid', name: 'Covid' },
        { id: null, name: 'Adenovirus' },
      ],
      specimens: kit.specimens,
      offeredResults: kit.offeredResults,
      readFromMinutes: 10,
      instructions: { ...byLocale(() => ''), en_GB: 'Add three drops.' },
      organisationIds: null,
      isDefault: true,
    })
  })

  test('shows errors at their fields, and lets organisations be chosen', async () => {
    const { fetched } = await open('/assays/new', {
      replies: { 'POST /assays': refusal(409, 'duplicate', { errors: { name: ['There is one already'] } }) },
    })
    await screen.findByRole('form')
    await type('GTIN', '9780306406158')
    await type('LOINC code', '94558-5')
    await type('Read from', 'ten')
    await userEvent.click(form().getByLabelText('All organisations use it'))
    await press('Create test kit')
    for (const words of [
      'Name is required',
      'Enter the 8, 12, 13 or 14 digits below the bar code',
      'Enter a valid LOINC code. Example: 94558-4',
      'Enter whole minutes, from 0 to 1440',
      'Organisations is required',
    ]) {
      expect(form().getAllByText(words).length).toBeGreaterThan(0)
    }
    expect(document.activeElement?.getAttribute('name')).toBe('name')
    await type('Name', 'Winter test')
    await type('Name', 'Flu', 1)
    await type('GTIN', '')
    await type('LOINC code', '')
    await type('Read from', '5')
    await userEvent.click(screen.getByRole('combobox', { name: 'Add an organisation', hidden }))
    await userEvent.click(await screen.findByRole('option', { name: 'Solent Pharmacies', hidden }))
    await press('Create test kit')
    await form().findByText('There is one already')
    expect(bodyOf(fetched, 'POST', '/assays')).toMatchObject({
      gtin: null,
      organisationIds: ['01998878-2800-7000-8000-00000000000b'],
    })
  })
})

describe('the meanings of results at certain organisations', () => {
  const homes = { id: '01998878-2800-7000-8000-00000000000a', name: 'Harbour Care Homes' }
  const pharmacies = { id: '01998878-2800-7000-8000-00000000000b', name: 'Solent Pharmacies' }
  const silent = { positive: '', negative: '', inconclusive: '', invalid: '' }
  const meanings = { en_GB: { positive: 'Rest at home.' } }
  const field = (place: { name: string }, result: string) =>
    within(form().getByRole('group', { name: place.name, hidden })).getAllByLabelText<HTMLTextAreaElement>(
      new RegExp(`^${result}`),
    )[0]

  test('are written for the chosen one, and removed again', async () => {
    const atHomes = { organisation: homes, meanings: { en_GB: { positive: 'Tell the nurse on duty.' } } }
    const { fetched } = await open(`/assays/${id}/edit`, {
      assay: { meanings, organisationMeanings: [atHomes] },
      replies: { [`PUT /assays/${id}`]: reply(200, { data: { ...kit, version: 5 } }) },
    })
    await screen.findByRole('form')
    expect(field(homes, 'Positive')?.value).toBe('Tell the nurse on duty.')
    const others = form().getByRole('combobox', { name: 'Choose an organisation with words of its own', hidden })
    await userEvent.click(others)
    const offered = await screen.findByRole('option', { name: 'Solent Pharmacies', hidden })
    // An organisation that already has its own texts is not offered again.
    expect(screen.queryByRole('option', { name: 'Harbour Care Homes', hidden })).toBeNull()
    await userEvent.click(offered)
    await waitFor(() => expect(document.activeElement).toBe(field(pharmacies, 'Positive')))
    // The general text is the placeholder.
    expect(field(pharmacies, 'Positive')?.placeholder).toBe('Rest at home.')
    await userEvent.keyboard('Ask our pharmacist.')
    await press('Remove Harbour Care Homes')
    expect(document.activeElement).toBe(others)
    await press('Save')
    await waitFor(() => expect(called(fetched, 'PUT', `/assays/${id}`)).toHaveLength(1))
    expect(bodyOf(fetched, 'PUT', `/assays/${id}`)).toMatchObject({
      organisationMeanings: [
        {
          organisationId: pharmacies.id,
          meanings: { ...byLocale(() => silent), en_GB: { ...silent, positive: 'Ask our pharmacist.' } },
        },
      ],
    })
  })

  test('are shown on the page of the test kit, below the general ones', async () => {
    const atPharmacies = { organisation: pharmacies, meanings: { en_GB: { positive: 'Ask our pharmacist.' } } }
    await open(`/assays/${id}`, { assay: { meanings, organisationMeanings: [atPharmacies] } })
    await screen.findByRole('heading', { name: 'What each result means' })
    const heading = screen.getByRole('heading', { name: 'What each result means at Solent Pharmacies' })
    expect(heading.parentElement?.textContent).toContain('Ask our pharmacist.')
  })
})

describe('pictures of the instructions', () => {
  const [first, second] = ['01998878-2800-7000-8000-00000000000c', '01998878-2800-7000-8000-00000000000d']
  const noWords = byLocale(() => '')
  const choose = (file: File) =>
    userEvent.upload(document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement, file) // the input is always rendered
  const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'drop.jpg', { type: 'image/jpeg' })

  test('are uploaded at once, described in each language, and shown where they were inserted', async () => {
    const { fetched } = await open(`/assays/${id}/edit`, {
      replies: {
        'POST /assays/pictures': [
          refusal(422, 'validation', { errors: { file: ['It is an animation'] } }),
          reply(201, { data: { id: first, width: 600, height: 400 } }),
        ],
        [`PUT /assays/${id}`]: reply(200, { data: { ...kit, version: 5 } }),
      },
    })
    await screen.findByRole('form')
    await choose(jpeg)
    expect(await screen.findByText('It is an animation')).toBeTruthy()
    await choose(jpeg)
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('pictures.0.words.en_GB'))
    await press('Save')
    expect(form().getByText('Say what the picture shows, for people who cannot see it')).toBeTruthy()
    await type('What it shows: English', 'A drop')
    await type('What it shows: Español', 'Una gota')
    const area = form().getByLabelText<HTMLTextAreaElement>(/^English/)
    area.setSelectionRange(0, 0)
    await userEvent.click(form().getAllByRole('button', { name: 'Insert picture 1', hidden })[0] as HTMLElement) // the English field
    expect(area.value).toBe('![1]Add three drops.')
    expect(document.activeElement).toBe(area)
    await press('Save')
    await waitFor(() => expect(called(fetched, 'PUT', `/assays/${id}`)).toHaveLength(1))
    expect(bodyOf(fetched, 'PUT', `/assays/${id}`)).toMatchObject({
      instructions: { en_GB: '![1]Add three drops.' },
      pictures: [{ id: first, words: { ...noWords, en_GB: 'A drop', es_MX: 'Una gota' } }],
    })
  })

  test('leave no gap in the numbers when one is removed', async () => {
    const size = { width: 600, height: 400 }
    const pictures = [
      { id: first, ...size, words: { en_GB: 'A drop' } },
      { id: second, ...size, words: { en_GB: 'A strip' } },
    ]
    await open(`/assays/${id}/edit`, { assay: { pictures, instructions: { en_GB: 'Drop ![1] and wait ![2]' } } })
    await screen.findByRole('form')
    await press('Remove Picture 1')
    expect(form().getByLabelText<HTMLTextAreaElement>(/^English/).value).toBe('Drop  and wait ![1]')
    expect(
      form()
        .getAllByLabelText<HTMLInputElement>(/^What it shows: English/)
        .map(({ value }) => value),
    ).toEqual(['A strip'])
    expect(document.activeElement?.textContent).toBe('Add a picture')
  })

  test('are shown on the page of the test kit, each in its place with its description', async () => {
    const size = { width: 600, height: 400 }
    const pictures = [
      { id: first, ...size, words: { en_GB: 'A drop', es_MX: 'Una gota' } },
      { id: second, ...size, words: { en_GB: 'A strip', es_MX: 'Una tira' } },
    ]
    await open(`/assays/${id}`, {
      assay: { pictures, instructions: { en_GB: '1. Open\n2. Drop ![2]\n3. Wait', es_MX: 'Abrir' } },
    })
    const drop = await screen.findByRole('img', { name: 'A strip' })
    expect(drop.closest('li')?.textContent).toBe('Drop ')
    expect([drop.getAttribute('src'), drop.getAttribute('loading')]).toEqual([
      `/api/v1/assays/pictures/${second}`,
      'lazy',
    ])
    expect(screen.getByRole('img', { name: 'A drop' }).closest('ol')).toBeNull()
    expect(screen.getByRole('img', { name: 'Una gota' }).closest('[lang="es-MX"]')).not.toBeNull()
  })
})

describe('the catalogue', () => {
  const entry = (entryId: string, name: string, lines: readonly string[], kind: CatalogueEntry['kind'] = 'human') => ({
    id: entryId,
    kind,
    name,
    version: 1,
    manufacturer: null,
    analytes: lines.map((line) => ({ name: line, loinc: null, snomed: null })),
  })
  const dengue = entry('dengue', 'Dengue NS1, IgG e IgM', ['Antígeno NS1', 'IgG', 'IgM'])
  const replies = {
    'GET /assays/catalogue': reply(200, {
      data: [dengue, entry('hcg', 'Embarazo (hCG)', ['hCG']), entry('bvd', 'BVD', ['BVD virus'], 'non-human')],
    }),
  }
  const openCatalogue = async (more = {}) => {
    const opened = await open('/assays/catalogue', { replies: { ...replies, ...more } })
    await screen.findByText('3 test kits')
    return opened
  }
  const offered = () => screen.getAllByRole('button', { name: /^Add ./, hidden }).map(({ ariaLabel }) => ariaLabel)
  const search = async (text: string) => {
    const box = screen.getByRole('searchbox', { name: 'Search the catalogue', hidden })
    await userEvent.clear(box)
    await userEvent.type(box, text)
  }

  test('is searched by the words of names and lines in any order, ignoring accents', async () => {
    await openCatalogue()
    expect(screen.getAllByRole('heading', { level: 3, hidden }).map(({ textContent }) => textContent)).toEqual([
      'For people',
      'For animals',
    ])
    expect(offered()).toEqual(['Add Dengue NS1, IgG e IgM', 'Add Embarazo (hCG)', 'Add BVD'])
    await search('ns1 ANTIGENO')
    expect(offered()).toEqual(['Add Dengue NS1, IgG e IgM'])
    expect(screen.getAllByText('1 test kit')).not.toEqual([])
    expect(screen.queryByText('For animals')).toBeNull()
    await search('measles')
    expect(screen.getByText('0 test kits')).toBeTruthy()
  })

  test('copies an entry to the tenant as a test kit of its own, and opens that', async () => {
    const taken = { ...kit, takenFrom: { entry: 'dengue', version: 3, name: dengue.name } }
    const { router } = await openCatalogue({
      'POST /assays/catalogue/dengue': reply(201, { data: taken }),
      [`GET /assays/${id}`]: reply(200, { data: taken }),
    })
    await press('Add Dengue NS1, IgG e IgM')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/assays/${id}`))
    expect(await screen.findByText('Dengue NS1, IgG e IgM, version 3')).toBeTruthy()
    expect(currentMessages().at(-1)?.text).toBe('Test kit created')
    await waitFor(() => expect(router.state.status).toBe('idle'))
  })

  test('says that the tenant already has a test kit of that name, and stays open', async () => {
    const { router } = await openCatalogue({
      'POST /assays/catalogue/hcg': refusal(409, 'duplicate', { errors: { name: ['There is one already'] } }),
    })
    await press('Add Embarazo (hCG)')
    await waitFor(() =>
      expect(currentMessages().at(-1)?.text).toBe(
        'You already have a test kit with this name. Rename it, or edit that one.',
      ),
    )
    expect(router.state.location.pathname).toBe('/assays/catalogue')
  })

  test('is edited by the operator, without places, default or pictures, and its entries can be withdrawn', async () => {
    const entry = { ...kit, isDefault: false, takenFrom: { entry: 'dengue', version: 1, name: dengue.name } }
    const replies = {
      [`GET /assays/${id}`]: reply(200, { data: entry }),
      [`PUT /assays/${id}/retire`]: reply(200, { data: { ...entry, status: 'retired' } }),
    }
    const { fetched } = await open(`/assays/${id}/edit`, { user: aUser('unlimited'), replies })
    await screen.findByRole('form')
    for (const name of ['Who uses it', 'Pictures for the instructions']) {
      expect(screen.queryByRole('group', { name, hidden })).toBeNull()
    }
    expect(form().queryByLabelText('Offer it first')).toBeNull()
    expect(screen.getByText('Replaces').nextSibling?.textContent).toBe('Dengue NS1, IgG e IgM, version 1')
    expect(screen.queryByText('Used by')).toBeNull()
    await press('Withdraw from the catalogue')
    const question = screen.getByText(/^Tenants will not be offered it any more/).closest('dialog') as HTMLElement // it is asked in a dialog
    expect(called(fetched, 'PUT', '/retire')).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: 'Withdraw from the catalogue', hidden }))
    await waitFor(() => expect(called(fetched, 'PUT', '/retire')).toHaveLength(1))
  })
})

test('the default cannot be retired, and the page explains why', async () => {
  const { fetched } = await open(`/assays/${id}`)
  await screen.findByRole('button', { name: 'Retire test kit' })
  await press('Retire test kit')
  expect(screen.getByText('This is the default. Make another test kit the default first.')).toBeTruthy()
  expect(called(fetched, 'PUT', '/retire')).toEqual([])
})

test('what is typed into a test kit that a colleague saves first stays, and is stored with what they changed', async () => {
  const { fetched } = await open(`/assays/${id}/edit`)
  await expectTypedToStay(fetched, `/assays/${id}`, kit, { manufacturer: 'Another' })
})
