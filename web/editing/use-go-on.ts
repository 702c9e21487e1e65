import { useNavigate, type NavigateOptions } from '@tanstack/react-router'
import { showMessage } from '../ui/snackbar-store.ts'
import { useIsHere } from '../ui/use-is-here.ts'

/**
 * Returns a function that says what was saved, if a message is given, and navigates, unless the user has left the form
 * in the meantime.
 */
export function useGoOn() {
  const navigate = useNavigate()
  const isHere = useIsHere()
  return async (options: NavigateOptions, message?: string): Promise<void> => {
    if (message !== undefined) showMessage(message)
    if (isHere()) await navigate(options)
  }
}
