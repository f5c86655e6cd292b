// The board: draws a picture, moves what a cue moves, and tells which place somebody points at.

import 'pixi.js/unsafe-eval' // no code is made of text: the page's policy forbids it
import { Application, Container, Graphics, Text } from 'pixi.js'
import type { Cue, Mark, Scene, Spot, Token } from '@referee/engine'
import { artOf } from '../art'
import { letter, outline } from '../art/art'
import { hearAll } from '../sound'
import { Film } from './film'
import type { Stage } from './film'
import { boxOf, keyOf, layoutOf, neighbour } from './layout'
import type { Box, Layout, Point } from './layout'
import { paletteOf } from './palette'
import type { Palette } from './palette'
import { MARKS, SIGNS, gauge, guard, threat } from './signs'
import { held, isLarger, isSeen, placeSize, seeing, sheet } from './view'
import type { Outlook } from './view'

/** What is shown upon the picture. */
export interface Overlay {
  /** Places that may be chosen. */
  targets: Spot[]
  /** What a choice would do: places it is aimed at. */
  aimed: Spot[]
  /** How it would look afterwards, and which tokens are not sure. */
  ghost: { scene: Scene; open: number[] } | null
}

export const NOTHING: Overlay = { targets: [], aimed: [], ghost: null }

interface Hooks {
  point(spot: Spot | null): void
  choose(spot: Spot, touch: boolean): void
}

/** A pointer that moves farther than this while it is down, in pixels, drags: nothing is chosen. A map that is larger than its room is moved from less on. */
const DRAG = 24
const PAN = 10

/** The room around a board in which words may rise and things may shake, in hundredths of a place. */
const MARGIN = 160

/** How many times its plain size a letter is painted at most. */
const SHARPEST = 6

/** How many places one sees beyond whoever looks, and beyond a cursor, where there are so many; a third of the room where it is small. */
const AHEAD = 4
const AROUND = 1.5

/** How long the view of a map takes to where it goes, in milliseconds. */
const GLIDE = 140

/** The largest picture of a ground that is painted once while others move, in pixels a side. */
const CANVAS_MOST = 4096

export class Board {
  readonly #app = new Application()
  readonly #world = new Container({ isRenderGroup: true }) // moved as a whole: what it is made of is not looked at again
  readonly #ground = new Container()
  readonly #marks = new Graphics()
  readonly #targets = new Graphics()
  readonly #tokens = new Container()
  /** Marks that lie upon tokens. */
  readonly #upon = new Graphics()
  readonly #ghosts = new Container()
  readonly #cursor = new Graphics()
  readonly #fx = new Container()
  readonly #bodies = new Map<number, Body>()
  readonly #film: Film
  #layout: Layout = layoutOf('square')
  #palette: Palette = paletteOf(true)
  #scene: Scene | null = null
  #overlay: Overlay = NOTHING
  /** The places there are: those that are drawn, and where things lie. */
  #spots = new Map<string, Spot>()
  #box: Box | null = null
  #at: Spot | null = null
  /** Where the mouse is, in pixels of the window, while it is what points. */
  #mouse: { clientX: number; clientY: number } | null = null
  #pressed: Press | null = null
  #drawn = ''
  #gone = false
  /** The picture that what moves leads to, and whether the colours changed meanwhile. */
  #leads: Scene | null = null
  #frame = 0
  #faded = false
  #sized: ResizeObserver | null = null
  /** How much room there was when the board was made to fit, and where in it the canvas begins. */
  #room = { width: 0, height: 0 }
  #corner: Point = { x: 0, y: 0 }
  /** Where the view of a map goes: the place of the board's origin in the room. None: what is shown first is looked at from its middle. */
  #view: Point | null = null
  #gliding = 0
  /** Whether somebody looks elsewhere than where it happens: until it happens. */
  #strays = false
  /** The tile that was laid last. */
  #latest: Spot | null = null
  readonly #left = new AbortController()

  private constructor(
    readonly host: HTMLElement,
    readonly game: string,
    readonly hooks: Hooks,
  ) {
    this.#film = new Film(() => this.#app.ticker, this.#fx)
  }

  /** Puts a board into an element. */
  static async into(host: HTMLElement, game: string, hooks: Hooks): Promise<Board> {
    const board = new Board(host, game, hooks)
    await board.#app.init({
      preference: 'webgl',
      autoStart: false, // drawn when something has changed, and only then
      backgroundAlpha: 0,
      antialias: true,
      autoDensity: true,
      resolution: Math.min(window.devicePixelRatio || 1, 2),
      width: Math.max(host.clientWidth, 1),
      height: Math.max(host.clientHeight, 1),
      eventMode: 'none',
      eventFeatures: { move: false, globalMove: false, click: false, wheel: false },
    })
    if (board.#gone) return board
    board.#open()
    return board
  }

  #open(): void {
    const { canvas, stage } = this.#app
    canvas.setAttribute('aria-hidden', 'true')
    this.host.append(canvas)
    stage.addChild(this.#world)
    this.#world.addChild(this.#ground, this.#marks, this.#targets, this.#tokens, this.#upon, this.#ghosts, this.#cursor, this.#fx)
    this.#tokens.sortableChildren = true
    this.#listen(canvas)
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.skip() }, { signal: this.#left.signal })
    const sized = new ResizeObserver(() => this.#fit(true))
    sized.observe(this.host)
    this.#sized = sized
  }

  #listen(canvas: HTMLCanvasElement): void {
    canvas.addEventListener('pointermove', event => {
      this.#mouse = event.pointerType === 'touch' ? null : event
      if (this.#pressed?.pointer === event.pointerId && this.#drag(this.#pressed, event)) return
      this.#point(this.#under(event))
    })
    // A finger that is lifted leaves, too: what it showed stays until it taps elsewhere.
    canvas.addEventListener('pointerleave', event => {
      this.#mouse = null
      if (event.pointerType !== 'touch') this.#point(null)
    })
    // What is meant is what was under the pointer when it was pressed: on a slow machine a frame, and what it moves, may come before it is lifted.
    canvas.addEventListener('pointerdown', event => {
      const isOnly = this.#pressed === null || this.#pressed.pointer === event.pointerId
      const { clientX: x, clientY: y, pointerId: pointer } = event
      this.#pressed = event.button === 0 && isOnly ? { pointer, spot: this.#under(event), x, y, view: { x: this.#world.x, y: this.#world.y }, pans: false } : null
      if (this.#pressed && this.pannable) canvas.setPointerCapture(pointer) // a drag may leave the board
    })
    canvas.addEventListener('pointercancel', () => { this.#pressed = null })
    canvas.addEventListener('pointerup', event => {
      const pressed = this.#pressed
      this.#pressed = null
      canvas.style.cursor = ''
      if (pressed?.pans && this.#mouse) this.#point(this.#under(event))
      if (!pressed?.spot || pressed.pans || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG) return
      this.hooks.choose(pressed.spot, event.pointerType === 'touch')
    })
  }

  /** Moves a map under the pointer that holds it; whether it does. */
  #drag(pressed: Press, { clientX, clientY, buttons }: PointerEvent): boolean {
    const [dx, dy] = [clientX - pressed.x, clientY - pressed.y]
    if (buttons === 0 || !this.pannable || (!pressed.pans && Math.hypot(dx, dy) < PAN)) return pressed.pans
    this.#app.canvas.style.cursor = 'grabbing'
    pressed.pans = true
    this.#strays = true
    this.#go({ x: pressed.view.x + dx, y: pressed.view.y + dy })
    return true
  }

  /** Shows a picture as it is, at once. */
  show(scene: Scene, overlay: Overlay = NOTHING): void {
    if (this.#gone) return
    this.#cut()
    this.#strays = false
    this.#draw(scene, overlay, false)
  }

  /** Draws a picture; of a map, the view may take its time to where it happens. */
  #draw(scene: Scene, overlay: Overlay, gently: boolean): void {
    const board = scene.board
    const before = this.#scene
    if (scene !== before) this.#latest = newTile(before, scene, this.#latest)
    if (scene.title !== before?.title || board?.shape !== before.board?.shape) this.#view = null
    this.#scene = scene
    this.#overlay = overlay
    this.#layout = layoutOf(board?.shape ?? 'square')
    this.#spots = new Map([...(board?.tiles ?? []), ...(board?.tokens ?? [])].map(({ at }) => [keyOf(at), at]))
    this.#box = null
    this.#drawGround(scene)
    this.#drawMarks(scene)
    this.#drawTokens(scene)
    this.#drawOverlay()
    this.#soon()
    this.#fit(before?.board?.tiles.length !== board?.tiles.length || board?.shape === 'map' || before === null, gently)
    this.#sharpen(this.#world)
  }

  /** Shows what may be chosen, without drawing the rest again. */
  lay(overlay: Overlay): void {
    this.#overlay = overlay
    this.#drawOverlay()
    this.#soon()
  }

  /** Draws with the next frame. */
  #soon(): void {
    if (this.#frame || this.#gone) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      if (!this.#gone && this.#app.renderer) this.#app.render()
    })
  }

  /** Moves what the cues move, one after the other, then shows the picture. What moved before stands first. */
  async play(cues: Cue[], scene: Scene, speed: number): Promise<void> {
    if (this.#gone) return
    this.skip()
    if (speed <= 0 || cues.length === 0 || document.hidden || !this.#scene) {
      if (!document.hidden) hearAll(cues)
      return this.show(scene)
    }
    this.lay(NOTHING)
    this.#comeBack()
    this.#leads = scene
    this.#hold()
    this.#app.start()
    this.#newcomers(scene)
    const stage: Stage = {
      body: id => this.#bodies.get(id)?.whole,
      at: spot => this.#layout.at(spot),
      palette: this.#palette,
      hex: outline(this.#layout, 0.9),
      turn: null,
    }
    if (await this.#film.play(cues, stage, speed)) this.#settle(true)
  }

  /** Whoever looked elsewhere sees where it happens. */
  #comeBack(): void {
    if (!this.#strays) return
    this.#strays = false
    this.#fit(true, true)
  }

  /** Ends what moves: the picture it leads to stands at once. */
  skip(): void {
    this.#settle(false)
  }

  /** Nothing moves any more: the picture it led to is shown, with the view on where it happened. */
  #settle(gently: boolean): void {
    const scene = this.#leads
    this.#cut()
    if (!scene) return
    this.#strays = false
    this.#draw(scene, NOTHING, gently)
  }

  /** Ends what moves, and leaves nothing of it; a picture is to be drawn next. */
  #cut(): void {
    if (!this.#leads) return
    this.#leads = null
    this.#film.stop()
    this.#app.stop()
    this.#ground.cacheAsTexture(false)
    if (this.#faded) this.#forget()
  }

  /** The ground stands still while others move: it is painted once, not with every frame. */
  #hold(): void {
    const resolution = this.#world.scale.x * this.#app.renderer.resolution
    const { width, height } = this.#extent()
    if (Math.max(width, height) * resolution < CANVAS_MOST) this.#ground.cacheAsTexture({ resolution, antialias: true })
  }

  /** Light or dark. What moves is not painted anew before it stands. */
  paint(dark: boolean): void {
    this.#palette = paletteOf(dark)
    this.#faded = true
    if (this.#leads) return
    this.#forget()
    if (this.#scene) this.#draw(this.#scene, this.#overlay, false)
  }

  /** Everything is painted anew with the next picture. */
  #forget(): void {
    this.#faded = false
    this.#drawn = ''
    for (const body of this.#bodies.values()) body.whole.destroy({ children: true })
    this.#bodies.clear()
  }

  /** Puts the cursor on a place, and it into view. */
  point(spot: Spot | null): void {
    this.#mark(spot)
    if (!spot || !this.pannable || !this.#view) return
    this.#strays = true
    this.#go(seeing(this.#layout.at(spot), this.#view, AROUND, this.#outlook))
  }

  #mark(spot: Spot | null): void {
    this.#at = spot
    this.#soon()
    const g = this.#cursor.clear()
    if (!spot) return
    const { x, y } = this.#layout.at(spot)
    g.poly(outline(this.#layout, 0.98, { x, y })).stroke({ width: 4, color: this.#palette.cursor, alpha: 0.9 })
  }

  /** The number of the record that is shown. */
  seq = 0

  /** Whether something moves just now. */
  get moving(): boolean {
    return this.#film.runs
  }

  /** Where whoever looks stands. */
  get here(): Spot | null {
    return this.#scene?.board?.marks.find(mark => mark.kind === 'here')?.at ?? null
  }

  /** Whether a part of the board lies outside of its room: it can be dragged there. */
  get pannable(): boolean {
    if (this.#scene?.board?.shape !== 'map') return false
    return isLarger(this.#outlook)
  }

  /** Where tokens stand, and whether they stand still; for tests. */
  get standing(): { id: number; at: Spot; x: number; y: number; still: boolean }[] {
    return [...this.#bodies].map(([id, { whole }]) => {
      const at = this.#layout.under(whole.position)
      const { x, y } = this.#layout.at(at)
      const still = Math.hypot(whole.x - x, whole.y - y) < 0.01 && whole.alpha === 1 && whole.scale.x === 1 && whole.scale.y === 1 && whole.tint === 0xffffff
      return { id, at, x: whole.x, y: whole.y, still }
    })
  }

  /** What flashes, flies and rises just now, words as they are; for tests. */
  get effects(): string[] {
    return this.#fx.children.map(child => (child instanceof Text ? child.text : ''))
  }

  /** The places that may be chosen. */
  get targets(): Spot[] {
    return this.#overlay.targets
  }

  /** The place the cursor is on. */
  get at(): Spot | null {
    return this.#at
  }

  /** Says again what is pointed at: the board under a mouse that rests, or a cursor, may mean something else by now. */
  repoint(): void {
    if (this.#gone) return
    if (this.#mouse) this.#mark(this.#under(this.#mouse, this.#view ?? this.#world.position))
    if (this.#at) this.hooks.point(this.#at)
  }

  /** Lets keys point from now on, until the mouse moves. */
  byKeys(): void {
    this.#mouse = null
  }

  /** Moves the cursor in a direction; begins with somebody of the picture. */
  step(direction: Point): Spot | null {
    const tiles = [...this.#spots.values()]
    const begin = this.#overlay.targets[0] ?? this.here ?? tiles[0] ?? null
    const next = this.#at ? (neighbour(this.#layout, this.#at, tiles, direction) ?? this.#at) : begin
    this.point(next)
    return next
  }

  /** The box around the whole board on the screen, for tests. */
  get box(): { x: number; y: number; width: number; height: number } {
    this.#fit(false)
    this.#arrive()
    const { left, top, width, height } = this.#extent()
    const { position, scale } = this.#world
    return { x: left * scale.x + position.x + this.#corner.x, y: top * scale.y + position.y + this.#corner.y, width: width * scale.x, height: height * scale.y }
  }

  /** The middle of a place on the screen, for tests and for menus. */
  screen(spot: Spot): Point {
    this.#fit(false)
    this.#arrive()
    const { x, y } = this.#layout.at(spot)
    const { position, scale } = this.#world
    return { x: x * scale.x + position.x + this.#corner.x, y: y * scale.y + position.y + this.#corner.y }
  }

  destroy(): void {
    this.#cut()
    this.#gone = true
    this.#left.abort()
    cancelAnimationFrame(this.#gliding)
    this.#sized?.disconnect()
    if (this.#app.renderer) this.#app.destroy({ removeView: true }, { children: true })
  }

  #under(event: { clientX: number; clientY: number }, position: Point = this.#world.position): Spot | null {
    this.#fit(false) // the page around it may have changed since it was drawn: what is pointed at is what lies there now
    const box = this.#app.canvas.getBoundingClientRect()
    const { scale } = this.#world
    const point = { x: (event.clientX - box.left - position.x) / scale.x, y: (event.clientY - box.top - position.y) / scale.y }
    const spot = this.#layout.under(point)
    return this.#spots.has(keyOf(spot)) ? spot : null
  }

  #point(spot: Spot | null): void {
    if ((spot && keyOf(spot)) === (this.#at && keyOf(this.#at))) return
    this.#mark(spot)
    this.hooks.point(spot)
  }

  /** Makes the whole board fit; of a map, what is around whoever looks. */
  #fit(moved: boolean, gently = false): void {
    const board = this.#scene?.board
    const [wide, high] = [this.host.clientWidth, this.host.clientHeight]
    if (!board || !wide || !high || !this.#app.renderer || this.#spots.size === 0) return
    const grown = this.#room.width !== wide || this.#room.height !== high
    if (!moved && !grown) return
    const before = this.#room
    this.#room = { width: wide, height: high }
    if (board.shape === 'map') this.#fitMap(before, gently && !grown)
    else this.#fitWhole()
    this.host.style.touchAction = this.pannable ? 'none' : ''
    this.#sharpen(this.#world)
    this.#soon()
  }

  #fitWhole(): void {
    const box = this.#extent()
    const scale = Math.min(this.#room.width / (box.width + 12), this.#room.height / (box.height + 24))
    this.#cover(Math.ceil((box.width + MARGIN) * scale), Math.ceil((box.height + MARGIN) * scale))
    const { width, height } = this.#app.screen
    this.#world.scale.set(scale)
    this.#world.position.set(width / 2 - (box.left + box.width / 2) * scale, height / 2 - (box.top + box.height / 2 - 4) * scale)
  }

  /** A map keeps its place as it grows, as far as whoever looks sees enough around. */
  #fitMap(before: { width: number; height: number }, gently: boolean): void {
    const { width, height } = this.#room
    const scale = this.#world.scale.x
    const place = placeSize(this.#extent(), this.#room)
    const old = this.#view
    this.#cover(width, height)
    this.#world.scale.set(place / 100)
    const { here } = this
    const { left, top, width: wide, height: high } = this.#extent()
    const anchor = here ? this.#layout.at(here) : { x: left + wide / 2, y: top + high / 2 }
    // What fits lies in the middle; of the rest one sees what is around whoever looks.
    const whole = sheet(this.#outlook)
    const middle = {
      x: width / 2 - (whole.width <= width ? left + wide / 2 : anchor.x) * (place / 100),
      y: height / 2 - (whole.height <= height ? top + high / 2 : anchor.y) * (place / 100),
    }
    // Whatever was in the middle stays there when the room changes, whoever looks when places do.
    const kept = old && (scale === place / 100 ? { x: old.x + (width - before.width) / 2, y: old.y + (height - before.height) / 2 } : { x: old.x + anchor.x * (scale - place / 100), y: old.y + anchor.y * (scale - place / 100) })
    const isNew = before.width !== width || before.height !== height
    if (kept && isNew && whole.width <= width) kept.x = middle.x
    if (kept && isNew && whole.height <= height) kept.y = middle.y
    const sees = kept && (!here || isSeen(anchor, kept, this.#outlook))
    const view = sees || (kept && this.#strays) ? kept : middle
    this.#go(here && !this.#strays ? seeing(anchor, view, AHEAD, this.#outlook) : view, gently && sees === true && scale === place / 100)
  }

  /** The box around the board, in hundredths of a place. */
  #extent(): Box {
    this.#box ??= boxOf([...this.#spots.values()].map(spot => this.#layout.at(spot)), this.#layout.reach)
    return this.#box
  }

  /** The board as it is looked at. */
  get #outlook(): Outlook {
    return { box: this.#extent(), scale: this.#world.scale.x, room: this.#room }
  }

  /** Turns the view of a map, at once or gently; nothing is shown beside a map while there is more of it. */
  #go(view: Point, gently = false): void {
    this.#view = held(view, this.#outlook)
    if (gently) this.#glide(this.#view)
    else this.#arrive()
  }

  #glide(to: Point): void {
    const from = { x: this.#world.x, y: this.#world.y }
    if (from.x === to.x && from.y === to.y) return
    cancelAnimationFrame(this.#gliding)
    const began = performance.now()
    const frame = (now: number) => {
      const share = Math.min((now - began) / GLIDE, 1)
      if (share >= 1) return this.#arrive()
      const eased = 1 - (1 - share) ** 2
      this.#world.position.set(from.x + (to.x - from.x) * eased, from.y + (to.y - from.y) * eased)
      this.#app.render()
      this.#gliding = requestAnimationFrame(frame)
    }
    this.#gliding = requestAnimationFrame(frame)
  }

  /** The view is where it was going. */
  #arrive(): void {
    cancelAnimationFrame(this.#gliding)
    this.#gliding = 0
    if (!this.#view || this.#scene?.board?.shape !== 'map') return
    this.#world.position.set(this.#view.x, this.#view.y)
    this.#soon()
  }

  /** Makes the canvas as large as the board and what rises above it, and no larger: an empty pixel costs as much as any other. */
  #cover(wide: number, high: number): void {
    const [width, height] = [Math.min(this.#room.width, wide), Math.min(this.#room.height, high)]
    const { canvas, screen, renderer } = this.#app
    if (screen.width !== width || screen.height !== height) renderer.resize(width, height)
    this.#corner = { x: Math.round((this.#room.width - width) / 2), y: Math.round((this.#room.height - height) / 2) }
    canvas.style.left = `${this.#corner.x}px`
    canvas.style.top = `${this.#corner.y}px`
  }

  /** Letters have as many pixels as they cover: on a large board, or a fine screen, they are not drawn small and stretched. */
  #sharpen(part: Container): void {
    const resolution = Math.min(Math.ceil(this.#world.scale.x * this.#app.renderer.resolution), SHARPEST)
    for (const child of part.children) {
      if (child instanceof Text && child.resolution !== resolution) child.resolution = resolution
      else this.#sharpen(child)
    }
  }

  #drawGround(scene: Scene): void {
    const tiles = scene.board?.tiles ?? []
    const drawn = JSON.stringify(tiles.map(tile => [tile.at.x, tile.at.y, tile.glyph, tile.hue, tile.name]))
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    for (const child of this.#ground.removeChildren()) child.destroy({ children: true })
    const art = artOf(this.game)
    for (const tile of [...tiles].sort((one, two) => this.#layout.at(one.at).y - this.#layout.at(two.at).y)) {
      const g = new Graphics()
      art.tile(g, tile, this.#layout, this.#palette)
      const { x, y } = this.#layout.at(tile.at)
      g.position.set(x, y)
      this.#ground.addChild(g)
      if (art.glyphs && !' .·'.includes(tile.glyph)) {
        const glyph = letter(tile.glyph, 44, this.#palette.hues[tile.hue])
        glyph.position.set(x, y)
        this.#ground.addChild(glyph)
      }
    }
  }

  #drawMarks(scene: Scene): void {
    this.#upon.clear()
    const below = this.#marks.clear()
    const marks = scene.board?.marks ?? []
    const latest: Mark[] = this.#latest && !marks.some(mark => mark.kind === 'latest') ? [{ at: this.#latest, kind: 'latest' }] : []
    for (const { at, kind, from } of [...marks, ...latest]) {
      const middle = this.#layout.at(at)
      const g = kind === 'latest' ? this.#upon : below
      MARKS[kind]?.(g, outline(this.#layout, 0.86, middle), middle, this.#palette)
      if (from) threat(g, this.#layout.at(from), middle, kind === 'danger' ? this.#palette.danger : this.#palette.hues.faint)
    }
  }

  #drawTokens(scene: Scene): void {
    const tokens = scene.board?.tokens ?? []
    const here = new Set(tokens.map(token => token.id))
    for (const [id, body] of this.#bodies) {
      if (here.has(id)) continue
      body.whole.destroy({ children: true })
      this.#bodies.delete(id)
    }
    tokens.forEach((token, order) => this.#place(token, order))
  }

  /** Tokens that come with the next picture are there before anything is aimed at them. */
  #newcomers(scene: Scene): void {
    scene.board?.tokens.forEach((token, order) => {
      if (!this.#bodies.has(token.id)) this.#place(token, order).whole.alpha = 0
    })
  }

  #place(token: Token, order: number): Body {
    const known = this.#bodies.get(token.id)
    const look = JSON.stringify([token.glyph, token.hue, token.name, token.gauge, token.signs, token.bears, token.facing && [token.at, token.facing]])
    const body = known?.look === look ? known : this.#embody(token, look, known)
    const { x, y } = this.#layout.at(token.at)
    body.whole.position.set(x, y)
    body.whole.alpha = 1
    body.whole.scale.set(1)
    body.whole.rotation = 0
    body.whole.tint = 0xffffff
    body.whole.zIndex = y + order / 1000
    return body
  }

  #embody(token: Token, look: string, known: Body | undefined): Body {
    known?.whole.destroy({ children: true })
    const whole = new Container()
    const figure = artOf(this.game).token(token, this.#palette)
    whole.addChild(figure)
    if (token.facing) whole.addChild(guard(this.#layout.at(token.at), this.#layout.at(token.facing), this.#palette))
    for (const sign of token.signs ?? []) {
      if (sign === 'hidden') figure.alpha = 0.5
      else whole.addChild(SIGNS[sign](this.#palette))
    }
    if (token.gauge) whole.addChild(gauge(token.gauge, this.#palette))
    this.#tokens.addChild(whole)
    const body = { whole, look }
    this.#bodies.set(token.id, body)
    return body
  }

  #drawOverlay(): void {
    const g = this.#targets.clear()
    const { targets, aimed, ghost } = this.#overlay
    const danger = new Set(this.#scene?.board?.marks.filter(({ kind }) => kind === 'danger').map(({ at }) => keyOf(at)))
    for (const spot of targets) {
      const isDanger = danger.has(keyOf(spot)) // both are seen: where one may go, and that one had better not
      const shape = outline(this.#layout, isDanger ? 0.7 : 0.88, this.#layout.at(spot))
      if (!isDanger) g.poly(shape).fill({ color: this.#palette.target, alpha: 0.13 })
      g.poly(shape).stroke({ width: 3, color: this.#palette.target, alpha: 0.75 })
    }
    for (const spot of aimed) {
      g.poly(outline(this.#layout, 0.92, this.#layout.at(spot))).fill({ color: this.#palette.target, alpha: 0.3 })
    }
    for (const child of this.#ghosts.removeChildren()) child.destroy({ children: true })
    if (ghost) this.#drawGhost(ghost.scene, new Set(ghost.open))
  }

  /** Where tokens would stand, and which would be gone. */
  #drawGhost(scene: Scene, open: Set<number>): void {
    const now = new Map(this.#scene?.board?.tokens.map(token => [token.id, token]))
    for (const token of scene.board?.tokens ?? []) {
      const before = now.get(token.id)
      now.delete(token.id)
      const same = before && keyOf(before.at) === keyOf(token.at)
      const { x, y } = this.#layout.at(token.at)
      if (!same) {
        const figure = artOf(this.game).token(token, this.#palette)
        figure.position.set(x, y)
        figure.alpha = open.has(token.id) ? 0.25 : 0.5
        this.#ghosts.addChild(figure)
      } else if (before.gauge && token.gauge && before.gauge[0] !== token.gauge[0]) {
        const change = token.gauge[0] - before.gauge[0]
        const sign = letter(`${change > 0 ? '+' : ''}${change}${open.has(token.id) ? '?' : ''}`, 30, change > 0 ? this.#palette.hues.green : this.#palette.danger)
        sign.position.set(x + 30, y - 40)
        this.#ghosts.addChild(sign)
      }
    }
    for (const gone of now.values()) {
      const { x, y } = this.#layout.at(gone.at)
      const cross = new Graphics().moveTo(-22, -22).lineTo(22, 22).moveTo(22, -22).lineTo(-22, 22)
      cross.stroke({ width: 7, color: this.#palette.danger, alpha: open.has(gone.id) ? 0.45 : 0.9 }).position.set(x, y)
      this.#ghosts.addChild(cross)
    }
  }
}

/** A pointer that is down: on which place, where, and how the view was then; whether it moves a map. */
interface Press {
  pointer: number
  spot: Spot | null
  x: number
  y: number
  view: Point
  pans: boolean
}

/** The tile that was laid last, as far as two pictures in a row tell. */
function newTile(before: Scene | null, scene: Scene, latest: Spot | null): Spot | null {
  const tiles = (of: Scene | null) => of?.board?.tokens.filter(token => token.sides) ?? []
  const known = new Set(tiles(before).map(token => token.id))
  const fresh = tiles(scene).filter(token => !known.has(token.id))
  if (before && fresh.length === 0 && tiles(scene).length === known.size) return latest
  return before && fresh.length === 1 ? fresh[0]!.at : null
}

/** A token on the board, and what it looked like when it was drawn. */
interface Body {
  whole: Container
  look: string
}
