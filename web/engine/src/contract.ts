// The pure contract: a state and an action in, the next state and the events out. States, actions and events are each game's own.

/** An action, and the state it is declared upon. */
export interface ContractRequest {
  state: unknown
  action: unknown
  /** Who declares it; may be left out where the action says it, or a game has one seat. */
  seat?: string
  /** When, in the game's own time. */
  at?: number
}

/** What the rules make of an action. */
export interface ContractAnswer {
  /** The state afterwards; the one that was given where nothing is on record. */
  nextState: unknown
  /** What happened. */
  events: unknown[]
  /** Whether the action was accepted. */
  success: boolean
  /** Why not, each as `[CODE] sentence`. */
  errors?: string[]
  /** Why not, in the game's own words. */
  error_events?: unknown[]
}

/** An event, and the state it is applied to. */
export interface MutationRequest {
  state: unknown
  event: unknown
}

/** The state after an event. */
export interface MutationAnswer {
  /** The state afterwards; the one that was given where the event is refused. */
  nextState: unknown
  /** Whether the event fits the state. */
  success: boolean
  /** Why not, each as `[CODE] sentence`. */
  errors?: string[]
}
