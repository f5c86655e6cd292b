// The board as a part of the page: it can be pointed at, and walked over with the arrow keys.

import { useEffect, useRef } from 'preact/hooks'
import { effect } from '@preact/signals'
import type { Scene, Spot } from '@referee/engine'
import { Board } from '../board/board'
import type { Overlay } from '../board/board'
import { isDark } from '../settings'

interface Props {
  game: string
  /** What it is, for whoever cannot see it. */
  label: string
  /** Whether keys are for it: then a screen reader hands them on, and Tab leads to it. */
  plays?: boolean
  /** The board, as soon as it is there. */
  ready(board: Board): void
  point(spot: Spot | null): void
  choose(spot: Spot, touch: boolean): void
}

export function BoardView({ game, label, plays = false, ready, point, choose }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const hooks = useRef({ point, choose })
  hooks.current = { point, choose }
  useEffect(() => {
    let board: Board | undefined
    let stop: (() => void) | undefined
    let gone = false
    const element = host.current as (HTMLDivElement & { board?: Board }) | null
    if (!element) return undefined // the page was left before it was seen
    void Board.into(element, game, {
      point: spot => hooks.current.point(spot),
      choose: (spot, touch) => hooks.current.choose(spot, touch),
    }).then(made => {
      board = made
      if (gone || !element.isConnected) return board.destroy()
      stop = effect(() => made.paint(isDark()))
      element.board = made // for tests
      ready(made)
    })
    return () => {
      gone = true
      stop?.()
      board?.destroy()
    }
  }, [game])
  return <div class="board" ref={host} role={plays ? 'application' : 'img'} aria-label={label} tabIndex={plays ? 0 : -1} data-testid="board" />
}

export type { Board, Overlay, Scene }
