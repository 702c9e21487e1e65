import { useNavigate } from '@tanstack/react-router'
import { useIsHere } from '../ui/use-is-here.ts'

/** Returns a function that navigates after a form was saved, unless the user has left the form in the meantime. */
export function useGoOn(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate()
  const isHere = useIsHere()
  return async (options) => {
    if (isHere()) await navigate(options)
  }
}
