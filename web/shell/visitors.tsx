import { Outlet } from '@tanstack/react-router'

export function Visitors() {
  return (
    <main>
      <Outlet />
    </main>
  )
}
