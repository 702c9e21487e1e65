/** What an upload is to be. */
export type PictureKind = 'photo' | 'instruction' | 'logo' | 'icon'

export interface Picture {
  content: Buffer
  width: number
  height: number
}

/** Why an upload is no picture: the phrase that says so. */
export type Refusal =
  | 'image'
  | 'picture'
  | 'pictureAnimated'
  | 'picturePixels'
  | 'pictureSide'
  | 'imageAnimated'
  | 'imagePixels'
  | 'imageSide'
  | 'imageUnreadable'
  | 'pictureHeavy'
  | 'logo'
  | 'logoPacked'
  | 'logoActive'
  | 'logoSquare'

/** What is said of a picture whose decoder took too much memory or time. */
export function tooHeavy(kind: PictureKind): Refusal {
  return kind === 'photo' ? 'imageUnreadable' : 'pictureHeavy'
}
