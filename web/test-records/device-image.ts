import { getDeviceImage, uploadDeviceImage } from '../../contract/device-images/endpoints.ts'
import { maxImageBytes } from '../../contract/device-images/limits.ts'
import type { RulePhrase } from '../../contract/phrases/message-of.ts'

/** Where the photo of a record is shown from; the session's cookie opens it. */
export function deviceImageAddress(id: string): string {
  return `/api/v1${getDeviceImage.path.replace('{id}', encodeURIComponent(id))}`
}

/** What is wrong with a chosen file, as far as can be told before it is sent; the server looks into it. */
export function photoProblem(file: Pick<File, 'type' | 'size'>): RulePhrase | undefined {
  if (!(uploadDeviceImage.upload.mediaTypes as readonly string[]).includes(file.type)) return 'image'
  return file.size > maxImageBytes ? 'imageTooLarge' : undefined
}
