// What is heard when something moves: a short tone for each kind of cue, made here, so that nothing is fetched. Off until somebody wants it.

import { signal } from '@preact/signals'
import type { Cue } from '@referee/engine'
import { small } from './saves'

/** How loud it is, from 0 to 1. */
export const volume = signal<number>(small.get('volume', 0))

export function loud(chosen: number): void {
  volume.value = chosen
  small.put('volume', chosen)
}

/** A tone that glides from one pitch to another. */
interface Tone {
  from: number
  to: number
  /** In seconds. */
  lasts: number
  shape: OscillatorType
}

type Kind = Cue extends infer C ? (C extends object ? keyof C : never) : never

const TONES: Partial<Record<Kind, Tone>> = {
  move: { from: 196, to: 262, lasts: 0.09, shape: 'triangle' },
  trail: { from: 880, to: 330, lasts: 0.16, shape: 'sawtooth' },
  shake: { from: 165, to: 70, lasts: 0.17, shape: 'square' },
  flash: { from: 523, to: 587, lasts: 0.07, shape: 'sine' },
  stars: { from: 988, to: 1319, lasts: 0.22, shape: 'sine' },
  fade: { from: 330, to: 110, lasts: 0.28, shape: 'triangle' },
  sink: { from: 220, to: 41, lasts: 0.5, shape: 'sine' },
}

/** What is a moment long is heard once, however much of it there is: ten places that light up are one chord. */
const APART = 0.05

let context: AudioContext | undefined
const last = new Map<Kind, number>()

/** Lets a cue be heard, some seconds from now. */
export function hear(cue: Cue, later = 0): void {
  const kind = Object.keys(cue)[0] as Kind
  const tone = TONES[kind]
  if (!tone || volume.value === 0 || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const begin = context.currentTime + later
  if (begin - (last.get(kind) ?? -1) < APART) return
  last.set(kind, begin)
  const [source, gain] = [context.createOscillator(), context.createGain()]
  source.type = tone.shape
  source.frequency.setValueAtTime(tone.from, begin)
  source.frequency.exponentialRampToValueAtTime(tone.to, begin + tone.lasts)
  // Square and saw carry farther than sine: they are played softer.
  gain.gain.setValueAtTime(volume.value * (tone.shape === 'sine' || tone.shape === 'triangle' ? 0.2 : 0.07), begin)
  gain.gain.exponentialRampToValueAtTime(0.001, begin + tone.lasts)
  source.connect(gain).connect(context.destination)
  source.start(begin)
  source.stop(begin + tone.lasts)
}

/** Where nothing moves, what would have moved is heard all the same, one after the other. */
export function hearAll(cues: Cue[]): void {
  cues.filter(cue => (Object.keys(cue)[0] as Kind) in TONES).slice(0, 6).forEach((cue, index) => hear(cue, index * 0.12))
}
