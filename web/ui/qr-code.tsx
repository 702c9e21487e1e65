import { encodeQR } from 'qr'

/** Light modules around a code, which scanners need to find it (ISO/IEC 18004). */
const quiet = 4

/** Draws a text as a QR code, as large as its place. `label` says what it leads to. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quiet })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      className={className}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
