// Everything a page imports.

export type { ContractAnswer, ContractRequest, MutationAnswer, MutationRequest } from './contract.js'
export { RefereeError } from './error.js'
export { Game, games, importFile, open, openFor, resume, verify } from './games.js'
export { connect, serve } from './remote.js'
export type { Port, Remote, RemoteGame, RemoteSession } from './remote.js'
export { Session } from './session.js'
export type { LessonName } from './session.js'
export type * from './types.js'
