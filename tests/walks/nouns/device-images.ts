import { multipart, tinyPng } from '../../server/uploads.ts'
import { ofSomethingNew, type Walks } from '../noun-walks.ts'

export const walks: Walks = {
  calls: {
    uploadDeviceImage: () => multipart([{ name: 'file', filename: 'photo.png', type: 'image/png', content: tinyPng }]),
    getDeviceImage: ({ imageId }) => ({ params: { id: imageId } }),
  },
  // oxfmt-ignore -- a table is read by its columns
  statuses: {
    //                   vis. unl. ten. org. gro. pro. cli. pat.
    uploadDeviceImage: [401, 201, 201, 201, 201, 201, 201, 403],
    getDeviceImage: [401, 404, 200, 200, 200, 200, 200, 200],
  },
  namesNothing: {
    uploadDeviceImage: ofSomethingNew,
  },
}
