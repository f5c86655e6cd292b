// Small parts of every page.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useSignal } from '@preact/signals'
import type { Line, Panel, Spot } from '@referee/engine'
import { pace, speed, theme } from '../settings'
import { loud, volume } from '../sound'
import { Picture } from './Hand'
import type { Theme } from '../settings'

interface HeaderProps {
  title?: string
  /** What is put behind the title where there is room. */
  where?: string
  children?: ComponentChildren
}

export function Header({ title, where = '', children }: HeaderProps) {
  useEffect(() => { document.title = title ? `${title}${where} · Referee` : 'Referee arcade' }, [title, where])
  return (
    <header class="top">
      <a class="home" href="#/" aria-label="Referee arcade, home">
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>Referee</span>
      </a>
      {title && <h1 tabIndex={-1}>{title}<span class="long">{where}</span></h1>}
      <div class="grow" />
      {children}
      <Settings />
    </header>
  )
}

function Settings() {
  const sheet = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const shut = (event: Event) => {
      const details = sheet.current
      const isKey = event instanceof KeyboardEvent
      if (!details?.open || (isKey ? event.key !== 'Escape' : details.contains(event.target as Node))) return
      details.open = false
      if (isKey) details.querySelector('summary')?.focus()
      event.stopPropagation() // this much was meant, and no more
    }
    document.addEventListener('keydown', shut, true)
    document.addEventListener('pointerdown', shut)
    return () => {
      document.removeEventListener('keydown', shut, true)
      document.removeEventListener('pointerdown', shut)
    }
  }, [])
  return (
    <details class="settings" ref={sheet}>
      <summary aria-label="Settings">⚙</summary>
      <div class="sheet">
        <label>
          Colours
          <select value={theme.value} onChange={event => { theme.value = event.currentTarget.value as Theme }}>
            <option value="system">as the system</option>
            <option value="dark">dark</option>
            <option value="light">light</option>
          </select>
        </label>
        <label>
          Movement
          <select value={String(speed.value)} onChange={event => pace(Number(event.currentTarget.value))}>
            <option value="0">none</option>
            <option value="1">normal</option>
            <option value="2">fast</option>
            <option value="4">very fast</option>
          </select>
        </label>
        <label>
          Sound
          <select value={String(volume.value)} onChange={event => loud(Number(event.currentTarget.value))}>
            <option value="0">none</option>
            <option value="0.4">soft</option>
            <option value="1">loud</option>
          </select>
        </label>
      </div>
    </details>
  )
}

/** Whether a line of a panel is a row of a table: it has columns that others have, too, or lies where a row lies and has but one of them. */
const hasColumns = (line: string | undefined) => /\S {2,}\S/.test(line ?? '')
const isRow = ({ lines }: Panel, index: number) => {
  const row = (at: number) => hasColumns(lines[at]?.text)
  const before = row(index - 1) && (row(index + 1) || (index === lines.length - 1 && row(index - 2)))
  const after = index === 0 && row(1) && row(2)
  return lines.filter(({ text }) => hasColumns(text)).length > 1 && (row(index) || before || after)
}

interface PanelsProps {
  game: string
  panels: Panel[]
  /** Told the places of a line while it is pointed at. */
  show(spots: Spot[]): void
}

/** Lists beside the board. */
export function Panels({ game, panels, show }: PanelsProps) {
  return (
    <>
      {panels.map(panel => (
        <section class="panel" key={panel.title}>
          <h2>{panel.title}</h2>
          {panel.lines.length === 0 && <p class="faint">nothing</p>}
          {panel.faces ? <Faces game={game} faces={panel.faces} /> : <ul>{panel.lines.map((line, index) => <li key={index} class={`hue-${line.hue} ${isRow(panel, index) ? 'mono' : ''}`}><Words line={line} show={show} /></li>)}</ul>}
        </section>
      ))}
    </>
  )
}

/** What a line says; one that speaks of places shows them to whoever points at it, by mouse, touch or Tab. */
function Words({ line: { text, spots = [] }, show }: { line: Line; show(spots: Spot[]): void }) {
  if (spots.length === 0) return <>{text}</>
  const [on, off] = [() => show(spots), () => show([])]
  return <button type="button" class="where" onMouseEnter={on} onMouseLeave={off} onFocus={on} onBlur={off} onClick={on}>{text}</button>
}

/** Things by the number. */
function Faces({ game, faces }: { game: string; faces: NonNullable<Panel['faces']> }) {
  return (
    <ul class="faces">
      {faces.map(([face, count], index) => <li key={index} title={face.name}><Picture game={game} face={face} size={30} /><span><span class="unseen">{face.name}: </span>{count}</span></li>)}
    </ul>
  )
}

/** A question that must be answered, or a message that must be read. Escape closes it where it can be closed. */
export function Dialog({ title, close, children }: { title: string; close?: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const shown = dialog.current!
    const before = document.activeElement as HTMLElement | null
    // Browsers let Escape close any dialog sooner or later: one that must be answered comes back.
    const closed = () => { if (close) close(); else shown.showModal() }
    shown.showModal()
    head.current?.focus() // not a button: a key still held down from before must answer nothing
    shown.addEventListener('close', closed)
    return () => {
      shown.removeEventListener('close', closed)
      shown.close()
      // Back to where one was; what is gone by now was about the board.
      queueMicrotask(() => {
        if (document.activeElement && document.activeElement !== document.body) return
        const back = before?.isConnected && before !== document.body ? before : document.querySelector<HTMLElement>('.board[tabindex="0"]')
        back?.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        close?.()
      }}
    >
      <div class="dialog-head">
        <h2 ref={head} tabIndex={-1}>{title}</h2>
        {close && <button type="button" class="quiet" aria-label="Close" onClick={close}>✕</button>}
      </div>
      {children}
    </dialog>
  )
}

/** Takes a text along, where a browser lets a page do so: over plain HTTP from elsewhere it does not. */
export function Copy({ text }: { text: string }) {
  const taken = useSignal(false)
  const copy = () => void navigator.clipboard.writeText(text).then(() => { taken.value = true }, () => {})
  if (!navigator.clipboard) return null
  return <><button type="button" class="quiet" onClick={copy}>Copy it</button> <span role="status" class="hue-green">{taken.value && '✓ copied'}</span></>
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
