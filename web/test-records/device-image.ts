import { getDeviceImage, uploadDeviceImage } from '../../contract/device-images/endpoints.ts'
import { keptSide, maxImageBytes, maxImagePixels } from '../../contract/device-images/limits.ts'
import { currentSpeaker } from '../api/speaker.ts'
import { pictureToSend } from '../ui/picture-file.ts'

/** Where the photo of a record is shown from; the session's cookie opens it, if it is still of the person that the page shows. */
export function deviceImageAddress(id: string): string {
  const speaker = currentSpeaker()
  const address = `/api/v1${getDeviceImage.path.replace('{id}', encodeURIComponent(id))}`
  return speaker === undefined ? address : `${address}?${new URLSearchParams({ speaker })}`
}

/** A chosen photo as it is to be sent. Throws `PictureProblem`; the server looks into it besides. */
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
