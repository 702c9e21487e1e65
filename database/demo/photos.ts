import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Result } from '../../contract/rules/results.ts'
import { type DevicePhoto, drawDevicePhoto } from './device-photo.ts'
import type { Random } from './random.ts'
import type { PlacedRecord } from './test-records.ts'

const photosPerTenant = 200
const drawingsPerTenant = 20

export interface PlacedPhoto {
  row: ReturnType<typeof imageRow>
  webp: Buffer
}

/** Gives 200 of the records a photo that shows their result. The photos share about 20 drawings. */
export async function photographSomeRecords(records: readonly PlacedRecord[], random: Random): Promise<PlacedPhoto[]> {
  // Corrected records are left out, because the photo shows the first result.
  const eligible = records.filter(({ row }) => row.state === 'recorded')
  const unusual = eligible.filter(({ row }) => row.result !== 'negative')
  const usual = eligible.filter(({ row }) => row.result === 'negative')
  const latest = eligible.slice(-40)
  const chosen = new Set([
    ...latest,
    ...random.shuffled(unusual).slice(0, photosPerTenant * 0.45),
    ...random.shuffled(usual),
  ])
  const drawings = await drawFor([...chosen].slice(0, photosPerTenant), random)
  return [...chosen].slice(0, photosPerTenant).map(({ row }) => {
    const drawing = random.pick(drawings.get(patternOf(row.analyte_results)) ?? [])
    const image = imageRow(row, drawing, random)
    row.device_image_id = image.id
    return { row: image, webp: drawing.webp }
  })
}

/** Writes photos to the folder in which the server looks for them. */
export async function storePhotos(filesDir: string, photos: readonly PlacedPhoto[]): Promise<void> {
  for (const { row, webp } of photos) {
    const folder = path.join(filesDir, 'device-images', row.tenant_id)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, `${row.id}.webp`), webp)
  }
}

/** Draws each pattern of lines at least once, and common patterns several times. */
async function drawFor(records: readonly PlacedRecord[], random: Random): Promise<Map<string, DevicePhoto[]>> {
  const byPattern = Map.groupBy(records, ({ row }) => patternOf(row.analyte_results))
  const spare = Math.max(0, drawingsPerTenant - byPattern.size)
  const drawn = [...byPattern].map(async ([pattern, { length }]): Promise<[string, DevicePhoto[]]> => {
    const count = 1 + Math.round((spare * length) / records.length)
    const lines = pattern.split(' ') as Result[] // patternOf joins results with spaces
    return [pattern, await Promise.all(Array.from({ length: count }, () => drawDevicePhoto(lines, random)))]
  })
  return new Map(await Promise.all(drawn))
}

function patternOf(lines: readonly { result: Result }[]): string {
  return lines.map(({ result }) => result).join(' ')
}

function imageRow(record: PlacedRecord['row'], { webp, width, height }: DevicePhoto, random: Random) {
  return {
    tenant_id: record.tenant_id,
    id: random.idAt(record.recorded_at),
    uploaded_by: record.recorded_by,
    width,
    height,
    byte_size: webp.byteLength,
    created_at: record.recorded_at,
  }
}
