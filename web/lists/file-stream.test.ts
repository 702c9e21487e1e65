import { describe, expect, test } from 'vitest'
import { readFile, type Arrived } from './file-stream.ts'

const readCsv = (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onRows: (rows: number | undefined) => void,
  signal?: AbortSignal,
) => readFile(body, 'csv', ({ rows }: Arrived) => onRows(rows), signal)

const text = '\uFEFFTest ID,Note\r\nBRID-1,"two\r\nlines"\r\nBRID-2,"a ""quoted"" word"\r\n'

function streamOf(
  chunks: string[],
  end: 'close' | 'break' | 'hang' = 'close',
  onCancel = (_reason: unknown) => undefined,
) {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const next = bytes.shift()
      if (next) controller.enqueue(next)
      else if (end === 'close') controller.close()
      else if (end === 'break') controller.error(new TypeError('network error'))
      else return new Promise(() => undefined)
    },
    cancel: onCancel,
  })
}

describe('an export', () => {
  test('counts records, not line breaks inside quotes, whatever the chunks', async () => {
    const whole = await readCsv(streamOf([text]), () => undefined)
    const single = await readCsv(streamOf([...text]), () => undefined)
    expect(whole.rows).toBe(2)
    expect(single.rows).toBe(2)
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await single.file.arrayBuffer())).toBe(text)
  })

  test('tells how many records have arrived', async () => {
    const seen: (number | undefined)[] = []
    await readCsv(streamOf(['a,b\r\n1,2\r\n', '3,4\r\n']), (rows) => seen.push(rows))
    expect(seen).toEqual([1, 2])
  })

  test('with no records is a file with headers only', async () => {
    expect((await readCsv(streamOf(['a,b\r\n']), () => undefined)).rows).toBe(0)
  })

  test('that breaks off is an error, even in the middle of a line', async () => {
    await expect(readCsv(streamOf(['a,b\r\n1,2\r\n'], 'break'), () => undefined)).rejects.toThrow('network error')
    await expect(readCsv(streamOf(['a,b\r\n1,"2\r\n']), () => undefined)).rejects.toThrow('before its end')
    await expect(readCsv(streamOf(['a,b\r\n1,2']), () => undefined)).rejects.toThrow('before its end')
    await expect(readCsv(streamOf([]), () => undefined)).rejects.toThrow('before its end')
  })

  test('that is cancelled rejects at once and stops reading', async () => {
    const controller = new AbortController()
    const cancelled: unknown[] = []
    const stream = streamOf(['a,b\r\n1,2\r\n', '3,4\r\n'], 'hang', (reason) => void cancelled.push(reason))
    const seen: (number | undefined)[] = []
    const onRows = (rows: number | undefined) => {
      seen.push(rows)
      controller.abort()
    }
    await expect(readCsv(stream, onRows, controller.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen).toEqual([1])
    expect(cancelled).toEqual([controller.signal.reason])
  })

  test('as a workbook is complete once its archive is, whatever the chunks', async () => {
    const archive = `PK...${'PK\u0005\u0006'}${'\0'.repeat(18)}`
    const readWorkbook = (chunks: string[]) => readFile(streamOf(chunks), 'xlsx', () => undefined)
    expect(await readWorkbook([...archive])).toMatchObject({ rows: undefined, bytes: archive.length })
    await expect(readWorkbook([archive.slice(0, -1)])).rejects.toThrow('before its end')
  })
})
