// A small picture of a game, drawn as SVG.

import type { ComponentChildren } from 'preact'

const hexes = [[0, 0], [1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]] as const

function Hex({ q, r, fill }: { q: number; r: number; fill: string }) {
  const [x, y] = [80 + 33 * q, 50 + 38 * (r + q / 2)]
  const points = [0, 1, 2, 3, 4, 5].map(i => `${x + 20 * Math.cos((i * Math.PI) / 3)},${y + 20 * Math.sin((i * Math.PI) / 3)}`).join(' ')
  return <polygon points={points} fill={fill} />
}

const PICTURES: Record<string, ComponentChildren> = {
  hop: (
    <g transform="translate(14.400 9.300) scale(0.820)">
      {hexes.map(([q, r], i) => <Hex key={i} q={q} r={r} fill={i === 2 ? '#c7361a' : i === 5 ? '#7a4fd0' : '#3a4160'} />)}
      <circle cx="80" cy="40" r="8" fill="#f0c8a0" /><rect x="70" y="47" width="20" height="18" rx="8" fill="#35b876" />
      <path d="M96 66 108 34" stroke="#dfe6f2" stroke-width="4" stroke-linecap="round" />
      <circle cx="47" cy="62" r="6" fill="#f0c8a0" /><rect x="39" y="67" width="16" height="13" rx="6" fill="#d9822b" />
    </g>
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
