import sharp from 'sharp'
import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { choosePlace, chooseSubject, heading, openRecording } from './steps/record-test.ts'

journey('large photos are scaled down, and files that are no photos are refused for good', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
  const { t } = nurse
  await openRecording(nurse)
  await choosePlace(nurse)
  await chooseSubject(nurse, { email: 'photos@journey.test' })
  await heading(nurse, 'recording:test.title').waitFor()

  const noise = {
    create: { width: 2600, height: 2000, channels: 3, background: '#fff', noise: noiseOfCamera },
  } as const
  const heavy = await sharp(noise).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
  expect(heavy.length).toBeGreaterThan(10.5 * 1024 * 1024)
  await attach(nurse, 'heavy.jpg', 'image/jpeg', heavy)

  const plain = { create: { width: 9000, height: 6700, channels: 3, background: '#b9c2ca' } } as const
  await attach(nurse, 'sixty-megapixels.jpg', 'image/jpeg', await sharp(plain).jpeg().toBuffer())

  const small = { create: { width: 300, height: 400, channels: 3, background: '#b9c2ca' } } as const
  await attach(nurse, 'called-a-jpeg.jpg', 'image/jpeg', await sharp(small).png().toBuffer())

  const heic = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), Buffer.alloc(5000, 7)])
  await refuse(nurse, 'photo.heic', 'image/heic', heic, t('rules:imageHeic'))
  await refuse(nurse, 'photo.jpg', 'image/jpeg', Buffer.alloc(5000, 7), t('rules:image'))
  const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000, 7)])
  await refuse(nurse, 'broken.jpg', 'image/jpeg', broken, t('rules:image'))
})

const noiseOfCamera = { type: 'gaussian', mean: 128, sigma: 60 } as const

async function choose({ page }: Visit, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer })
}

/** Chooses a photo, waits until the server has it and it is visible, and removes it. */
async function attach(nurse: Visit, name: string, type: string, content: Buffer): Promise<void> {
  const { page, t } = nurse
  await choose(nurse, name, type, content)
  await page.getByText(t('recordingDetails:photo.attached', { name })).waitFor()
  const shown = page.getByRole('img', { name: t('recordingDetails:photo.preview') })
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(200)
  await page.getByRole('button', { name: t('recordingDetails:photo.remove') }).click()
}

async function refuse(nurse: Visit, name: string, type: string, content: Buffer, words: string): Promise<void> {
  const { page, t } = nurse
  await choose(nurse, name, type, content)
  await page.getByText(words, { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: t('shell:tryAgain') }).count()).toBe(0)
}
