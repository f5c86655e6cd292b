// How a map is looked at: a part of it, through a room. Boxes of boards are in hundredths of a place, all else in pixels.

import type { Box, Point } from './layout'

/** A board of some size in a room. */
export interface Outlook {
  box: Box
  scale: number
  room: Room
}

export interface Room {
  width: number
  height: number
}

/** How large a place of a map can be, the largest first: as large as the whole map fits. Of a map that is larger than its room one sees a part. */
const PLACES = [64, 56, 48, 40, 34]
/** How many places of a larger map one sees at least where there is room for them: on a large screen they are larger, not more. */
const MOST = 16
/** What is kept free around a map. */
const RIM = 8

/** How large a place of a map is in a room. */
export function placeSize(box: Box, room: Room): number {
  const least = Math.min(Math.max(Math.round(Math.min(room.width, room.height) / MOST), PLACES.at(-1)!), PLACES[1]!)
  return PLACES.filter(place => place > least).find(place => !isLarger({ box, scale: place / 100, room })) ?? least
}

/** How large a map is with what is kept free around it. */
export function sheet({ box: { left, top, width, height }, scale }: Outlook): Box {
  return { left: left * scale - RIM, top: top * scale - RIM, width: width * scale + 2 * RIM, height: height * scale + 2 * RIM }
}

/** Whether a part of it lies outside of its room. */
export function isLarger(outlook: Outlook): boolean {
  const { width, height } = sheet(outlook)
  return width > outlook.room.width || height > outlook.room.height
}

/** Whether a point of the board is seen in a view: where the board's origin is in the room. */
export function isSeen({ x, y }: Point, view: Point, { scale, room }: Outlook): boolean {
  const [right, down] = [x * scale + view.x, y * scale + view.y]
  return right >= 0 && down >= 0 && right <= room.width && down <= room.height
}

/** A view, moved as little as need be to see so many places around a point of the board; a third of the room where it is small. */
export function seeing({ x, y }: Point, view: Point, places: number, outlook: Outlook): Point {
  const { scale, room } = outlook
  const { width, height } = sheet(outlook)
  const along = (view: number, at: number, size: number, room: number) => {
    if (size <= room) return view // all of it is seen
    const rim = Math.min((places + 0.5) * 100 * scale, room / 3)
    return Math.min(Math.max(view, rim - at * scale), room - rim - at * scale)
  }
  return { x: along(view.x, x, width, room.width), y: along(view.y, y, height, room.height) }
}

/** A view that shows nothing beside a map while there is more of it. */
export function held(view: Point, outlook: Outlook): Point {
  const { left, top, width, height } = sheet(outlook)
  const along = (view: number, begin: number, size: number, room: number) => {
    const [one, two] = [-begin, room - size - begin]
    return Math.round(Math.min(Math.max(view, Math.min(one, two)), Math.max(one, two)))
  }
  return { x: along(view.x, left, width, outlook.room.width), y: along(view.y, top, height, outlook.room.height) }
}
