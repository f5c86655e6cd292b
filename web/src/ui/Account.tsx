// How a score came about: what counted, as the game tells it, and what each seat has in the end.

import type { Scene } from '@referee/engine'

interface Props {
  scene: Scene
  scores: Record<string, number>
  /** What a seat is called. */
  named(seat: string): string
}

export function Account({ scene: { account = [] }, scores, named }: Props) {
  const seats = Object.entries(scores)
  const line = ([seat, score]: [string, number]) => <tr key={seat} class="total"><td>{seats.length > 1 ? named(seat) : 'score'}</td><td>{score}</td></tr>
  return (
    <table class="score" data-testid="score">
      <tbody>
        {account.map(({ what, worth }) => <tr key={what}><td>{what}</td><td>{worth}</td></tr>)}
        {seats.map(line)}
      </tbody>
    </table>
  )
}
