import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { optionalProse, text } from '../../contract/schema.ts'
import { setLocale } from './phrases.ts'
import { TextAreaField } from './text-area-field.tsx'
import { TextField } from './text-field.tsx'
import { useForm } from './use-form.ts'

const schema = z.strictObject({ name: text(10), note: optionalProse(20) })

beforeEach(() => setLocale('en_GB'))

function Note({ onSave }: { onSave: (note: string | null) => void }) {
  const { form, field, validate } = useForm({ schema, initial: { name: 'Ana', note: '' } })
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        const read = validate()
        if (read !== undefined) onSave(read.note)
      }}
    >
      <TextField {...field('name')} label="Name" />
      <TextAreaField {...field('note')} label="Note" />
      <button type="submit">Save</button>
    </form>
  )
}

async function pasted(typed: string, label = 'Note') {
  const saved: (string | null)[] = []
  render(<Note onSave={(note) => saved.push(note)} />)
  const field = screen.getByLabelText<HTMLTextAreaElement>(label)
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(typed)
  return { field, saved, save: () => userEvent.click(screen.getByRole('button', { name: 'Save' })) }
}

function errorOf(field: HTMLElement) {
  const id = field.getAttribute('aria-describedby')
  return id === null ? undefined : document.getElementById(id)?.textContent
}

test.each([
  ['en_GB', 'Note', `${'x'.repeat(20)}end`, 'Max 20 characters, 3 too many'],
  ['es_MX', 'Note', `${'x'.repeat(20)}fin`, 'Máximo 20 caracteres, 3 de más'],
  ['en_GB', 'Name', 'Maximiliana', 'Max 10 characters, 1 too many'],
  // Each counts once, as in the server and the database, though a browser counts it twice.
  ['en_GB', 'Note', '🙂'.repeat(22), 'Max 20 characters, 2 too many'],
] as const)('in %s, a %s that is pasted beyond its limit stays whole, says so, and is not saved', async (...row) => {
  const [locale, label, typed, words] = row
  await setLocale(locale)
  const { field, saved, save } = await pasted(typed, label)
  expect(field.value).toBe(typed)
  expect(errorOf(field)).toBe(words)
  await save()
  expect(saved).toEqual([])
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe(typed)
  expect(errorOf(field)).toBe(words)
})

test('as many characters as the limit allows are saved, whatever letters they are', async () => {
  const { field, saved, save } = await pasted('🙂'.repeat(20))
  expect(errorOf(field)).toBeUndefined()
  await save()
  expect(saved).toEqual(['🙂'.repeat(20)])
})

test('what the server would not count is not counted, and the message goes once the text fits', async () => {
  const { field, saved, save } = await pasted(`${'x'.repeat(20)}  \n`)
  expect(errorOf(field)).toBeUndefined()
  await userEvent.type(field, 'y')
  expect(errorOf(field)).toBe('Max 20 characters, 4 too many')
  await userEvent.type(field, '{Backspace}{Backspace}{Backspace}{Backspace}')
  expect(errorOf(field)).toBeUndefined()
  await save()
  expect(saved).toEqual(['x'.repeat(20)])
})
