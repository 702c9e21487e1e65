import { getDeviceImage, uploadDeviceImage } from '../../contract/device-images/endpoints.ts'
import { keptSide, maxImageBytes, maxImagePixels } from '../../contract/limits-and-times.ts'
import { currentSpeaker } from '../api/speaker.ts'
import { pictureToSend } from '../ui/picture-file.ts'

/**
 * The address of a record's photo. The session cookie opens it, if the session still belongs to the person that the
 * page shows.
 */
export function deviceImageAddress(id: string): string {
  const speaker = currentSpeaker()
  const address = `/api/v1${getDeviceImage.path.replace('{id}', encodeURIComponent(id))}`
  return speaker === undefined ? address : `${address}?${new URLSearchParams({ speaker })}`
}

/** Prepares a chosen photo for upload. Throws `PictureProblem`. The server checks the photo as well. */
export async function photoToSend(file: File): Promise<File> {
  return await pictureToSend(file, {
    types: uploadDeviceImage.upload.mediaTypes,
    maxBytes: maxImageBytes,
    maxPixels: maxImagePixels,
    longestSide: keptSide,
    refused: 'image',
    heic: 'imageHeic',
    tooLarge: 'imageTooLarge',
  })
}
