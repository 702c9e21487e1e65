/// <reference types="vite/types/importMeta.d.ts" />
/** Names of classes. They are imported as a whole (`import * as styles`), so that a build can write each one where it is used. */
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export = names
}
declare module '*.css'
declare module '*?raw' {
  const text: string
  export default text
}
declare module '*?url' {
  const address: string
  export default address
}
