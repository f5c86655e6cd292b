import type { Card } from './types.js'
export const catalog = { plain: [], scripted: [] } as Record<'plain' | 'scripted', Card[]>
