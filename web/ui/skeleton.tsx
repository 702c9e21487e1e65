import * as styles from './skeleton.module.css'

/** A placeholder for loading content; `height` in pixels. The container must announce that it is loading. */
export function Skeleton({ height, width }: { height: number; width?: number | string }) {
  return <div className={styles.skeleton} style={{ height, width }} aria-hidden />
}
