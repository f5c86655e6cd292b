// Who acts when, as a strip.

import type { Next, Scene, Spot } from '@referee/engine'

/** `show` is told where somebody stands while its name is pointed at. */
export function Order({ scene: { board, order = [] }, show }: { scene: Scene; show(spots: Spot[]): void }) {
  const line = ({ token, plan }: Next, index: number) => {
    const one = board?.tokens.find(({ id }) => id === token)
    if (!one) return null
    const words = [one.name, one.gauge && `${one.gauge[0]}/${one.gauge[1]}`, plan].filter(Boolean).join(' ')
    return <li key={index} title={words} onMouseEnter={() => show([one.at])} onMouseLeave={() => show([])}><b class={`hue-${one.hue}`} aria-hidden="true">{one.glyph}</b> {words}</li>
  }
  return order.length > 0 ? <ol class="order" tabIndex={0} aria-label="In order of turns">{order.map(line)}</ol> : null
}
