import { Link as RouterLink, type LinkComponent, type LinkProps } from '@tanstack/react-router'

/**
 * A link that is marked as the current page on that page alone, not on the pages below it, so that a parent in the breadcrumbs or
 * a way back is not. An entry that stands for all pages below it says so with `activeOptions`.
 */
export const Link = ((props: LinkProps) => (
  <RouterLink activeOptions={{ exact: true }} {...props} />
)) as LinkComponent<'a'>
