// A small picture of a game, drawn as SVG.

import type { ComponentChildren } from 'preact'

/** A floor of hexes, as wide as a picture ever is; what is not stone is named. */
const GROUND: Record<string, string> = { '0,1': '#c7361a', '1,1': '#c7361a', '-3,2': '#c7361a', '-4,3': '#c7361a', '5,-3': '#c7361a', '2,-2': '#7a4fd0', '-2,0': '#4b86a6', '-3,0': '#4b86a6', '4,-1': '#59607f', '-5,2': '#59607f', '6,-2': '#4b86a6' }
const COLUMNS = [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8]
const hexes = COLUMNS.flatMap(q => [-2, -1, 0, 1, 2].map(row => [q, row - Math.floor(q / 2)] as const))

const place = (q: number, r: number) => [80 + 33 * q, 52 + 38 * (r + q / 2)] as const

function Hex({ q, r }: { q: number; r: number }) {
  const [x, y] = place(q, r)
  const points = [0, 1, 2, 3, 4, 5].map(i => `${x + 20.5 * Math.cos((i * Math.PI) / 3)},${y + 20.5 * Math.sin((i * Math.PI) / 3)}`).join(' ')
  return <polygon points={points} fill={GROUND[`${q},${r}`] ?? ((q * 7 + r * 5) % 3 ? '#39405f' : '#424a6c')} />
}

/** Somebody on a hex. */
function Figure({ q, r, coat, children }: { q: number; r: number; coat: string; children?: ComponentChildren }) {
  const [x, y] = place(q, r)
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse cy="13" rx="10" ry="3.5" fill="#0006" />
      {children}
      <rect x="-8" y="-4" width="16" height="17" rx="7" fill={coat} /><circle cy="-9" r="6.5" fill="#f0c8a0" />
      <circle cx="-2.5" cy="-9.500" r="1.100" fill="#1c1c28" /><circle cx="2.500" cy="-9.500" r="1.100" fill="#1c1c28" />
    </g>
  )
}

const PICTURES: Record<string, ComponentChildren> = {
  hop: (
    <>
      {hexes.map(([q, r]) => <Hex key={`${q},${r}`} q={q} r={r} />)}
      <path d="M-8 34 66 48" stroke="#ff5252" stroke-width="2.500" stroke-dasharray="6 5" fill="none" />
      <Figure q={-3} r={1} coat="#3c9fb0"><path d="M9 -14q8 12 0 24" stroke="#c9a26b" stroke-width="2" fill="none" /></Figure>
      <Figure q={0} r={0} coat="#35b876"><path d="M12 14V-18" stroke="#8b5a2b" stroke-width="2.500" /><path d="M8 -17 12 -27 16 -17Z" fill="#dfe6f2" /></Figure>
      <Figure q={2} r={-1} coat="#d9822b"><path d="M10 10 14 -10" stroke="#dfe6f2" stroke-width="2.500" /></Figure>
      <Figure q={-5} r={3} coat="#6a3fb0" />
      <Figure q={6} r={-3} coat="#b8433c" />
    </>
  ),
  duel: (
    <>
      <g transform="translate(35 12)"><rect width="42" height="42" rx="5" fill="#4d8457" /><path d="M0 5a5 5 0 0 1 5-5h32a5 5 0 0 1 5 5L30 16H12Z" fill="#b08d57" /><path d="M21 42V21H42" stroke="#d8c39a" stroke-width="7" fill="none" /><rect x="1.500" y="1.500" width="39" height="39" rx="5" fill="none" stroke="#5b9bff" stroke-width="3" /></g>
      <g transform="translate(80 12)"><rect width="42" height="42" rx="5" fill="#4d8457" /><path d="M0 21H42" stroke="#d8c39a" stroke-width="7" /><path d="M0 37l12-12h18l12 12v5H0Z" fill="#b08d57" /><rect x="1.500" y="1.500" width="39" height="39" rx="5" fill="none" stroke="#ff6b5e" stroke-width="3" /></g>
      <g transform="translate(58 57)"><rect width="42" height="42" rx="5" fill="#4d8457" /><path d="M21 0V42" stroke="#d8c39a" stroke-width="7" /><rect x="1.500" y="1.500" width="39" height="39" rx="5" fill="none" stroke="#5b9bff" stroke-width="3" /></g>
    </>
  ),
  incursion: (
    <>
      <path d="M10 96V58q0-44 70-44t70 44v38Z" fill="#4c526e" /><path d="M40 96V66q0-30 40-30t40 30v30Z" fill="#12141f" />
      <circle cx="66" cy="70" r="4" fill="#ff6b5e" /><circle cx="84" cy="70" r="4" fill="#ff6b5e" />
      <path d="M110 92V62l8-10 8 10v30" fill="#c08a5a" /><circle cx="118" cy="48" r="7" fill="#f7c948" />
    </>
  ),
  mir: (
    <>
      <rect x="20" y="60" width="120" height="26" rx="4" fill="#7a5230" /><rect x="20" y="56" width="120" height="8" rx="3" fill="#9c6a3a" />
      <circle cx="58" cy="34" r="9" fill="#f0c8a0" /><rect x="47" y="42" width="22" height="18" rx="8" fill="#5b9bff" />
      <circle cx="104" cy="34" r="9" fill="#e7b58c" /><rect x="93" y="42" width="22" height="18" rx="8" fill="#ff6b5e" />
      <path d="M76 22l9 0-4 9 8 0-14 15 3-11-7 0Z" fill="#f7c948" />
    </>
  ),
  nim: (
    <>
      {[[40, 80], [75, 80], [110, 80], [57, 55], [92, 55], [75, 30]].map(([x, y], i) => <ellipse key={i} cx={x} cy={y} rx="15" ry="11" fill={i % 2 ? '#c9b48a' : '#8d9ab3'} />)}
    </>
  ),
}

export function Picture({ game }: { game: string }) {
  return <svg viewBox="0 0 160 104" role="presentation">{PICTURES[game.replace(/-original$/, '')] ?? <text x="80" y="60" text-anchor="middle" font-size="32" fill="currentColor">{game}</text>}</svg>
}
