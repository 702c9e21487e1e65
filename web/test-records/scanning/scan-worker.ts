import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url'

/**
 * Finds codes in pictures, outside the page: compiling WebAssembly needs a permission that the page does not have
 * (docs/decisions/0048-codes-of-kits.md). It receives one picture at a time and answers each with the texts in it.
 */
prepareZXingModule({ overrides: { locateFile: () => reader } })

const detector = new BarcodeDetector({
  formats: ['data_matrix', 'qr_code', 'code_128', 'ean_13', 'ean_8', 'upc_a', 'itf', 'databar', 'databar_expanded'],
})

addEventListener('message', ({ data }: MessageEvent<ImageData>) => {
  void detector.detect(data).then(
    (found) => postMessage(found.map(({ rawValue }) => rawValue)),
    // The error goes to the page, which reports that it cannot read codes.
    (error: unknown) =>
      setTimeout(() => {
        throw error
      }),
  )
})
