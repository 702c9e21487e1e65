/** The use of an uploaded picture. */
export type PictureKind = 'photo' | 'instruction' | 'logo' | 'icon'

export interface Picture {
  content: Buffer
  width: number
  height: number
}

/** The phrase that says why an upload was refused. */
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

/** Returns the refusal for a picture whose decoder took too much memory or time. */
export function tooHeavy(kind: PictureKind): Refusal {
  return kind === 'photo' ? 'imageUnreadable' : 'pictureHeavy'
}
