import type { Preferences } from '../../contract/tenants/preferences.ts'
import * as styles from './brand-logo.module.css'

interface Props {
  logos: Preferences['logos']
  /** Uses the square icon where there is little room; otherwise the logo at its own width. */
  isSmall?: boolean
}

/**
 * A tenant's logo for beside its name, in the variant that suits a light or dark page; nothing if the tenant has none.
 */
export function BrandLogo({ logos, isSmall = false }: Props) {
  if (isSmall && logos.icon !== null) return <img src={logos.icon} alt="" className={styles.logo} />
  const light = logos.light ?? logos.icon
  if (light === null) return null
  if (logos.dark === null) return <img src={light} alt="" className={styles.logo} />
  return (
    <>
      <img src={light} alt="" className={styles.logo} data-on="light" />
      <img src={logos.dark} alt="" className={styles.logo} data-on="dark" />
    </>
  )
}
