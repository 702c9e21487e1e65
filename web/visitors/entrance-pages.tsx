import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Entrance } from './entrance.tsx'
import { PagePending } from '../loading/page-pending.tsx'

/** The frame of visitors' pages that look like the login page. */
export function EntrancePages() {
  return (
    <Entrance>
      <Suspense fallback={<PagePending />}>
        <Outlet />
      </Suspense>
    </Entrance>
  )
}
