import { getDeviceImage, uploadDeviceImage } from '../../contract/device-images/endpoints.ts'
import { keptSide, maxImageBytes } from '../../contract/device-images/limits.ts'
import { pictureToSend } from '../ui/picture-file.ts'

/** Where the photo of a record is shown from; the session's cookie opens it. */
export function deviceImageAddress(id: string): string {
  return `/api/v1${getDeviceImage.path.replace('{id}', encodeURIComponent(id))}`
}

/** A chosen photo as it is to be sent. Throws `PictureProblem`; the server looks into it besides. */
export async function photoToSend(file: File): Promise<File> {
  return await pictureToSend(file, {
    types: uploadDeviceImage.upload.mediaTypes,
    maxBytes: maxImageBytes,
    longestSide: keptSide,
    refused: 'image',
    tooLarge: 'imageTooLarge',
  })
}
