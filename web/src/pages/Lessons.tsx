// Lessons: a task, a game to do it in, and whether it is done.

import { useEffect, useRef } from 'preact/hooks'
import { useComputed, useSignal } from '@preact/signals'
import { open } from '@referee/engine'
import type { Lecture, LessonCard } from '@referee/engine'
import type { Board } from '../board/board'
import { known } from '../games'
import { LocalTable } from '../play/local'
import { PlayTable } from '../play/PlayTable'
import { small } from '../saves'
import { speed } from '../settings'
import { Help } from '../ui/Help'
import { Header } from '../ui/parts'
import { capital, told } from '../ui/words'

export function Lessons({ game, lesson }: { game: string; lesson?: string }) {
  if (lesson !== undefined) return <Lesson key={lesson} game={game} name={lesson} />
  return <List game={game} />
}

const doneKey = (game: string, lesson: string) => `lesson:${game}:${lesson}`

function List({ game }: { game: string }) {
  const lessons = useSignal<LessonCard[] | null>(null)
  const trouble = useSignal('')
  useEffect(() => {
    void open(game).then(opened => { lessons.value = opened.lessons() }, error => { trouble.value = told(error) })
  }, [game])
  const taught = (lessons.value ?? []).filter(isTaught)
  const scenes = (lessons.value ?? []).filter(lesson => !isTaught(lesson))
  return (
    <>
      <Header title={`Learn ${known(game).title}`} />
      <main class="page narrow">
        {trouble.value && <p role="alert">{trouble.value}</p>}
        {lessons.value?.length === 0 && <p>This game has no lessons yet. <a href={`#/play/${game}`}>Play it.</a></p>}
        {taught.length > 0 && <section><h2>Learn</h2><Listed game={game} lessons={taught} /></section>}
        {scenes.length > 0 && (
          <details class="scenes" open={taught.length === 0}>
            <summary>All scenarios, a rule each ({scenes.length})</summary>
            <Listed game={game} lessons={scenes} />
          </details>
        )}
      </main>
    </>
  )
}

/** Those that say what one learns are to begin with, in their order; in each of the others a rule is played out. */
const isTaught = ({ learns }: LessonCard) => learns !== null
/** A title without what every title of its game begins with. */
const bare = (title: string) => capital(title.replace(/^.*\blesson \d+: /i, ''))

function Listed({ game, lessons }: { game: string; lessons: LessonCard[] }) {
  return (
    <ol class="lessons">
      {lessons.map(({ name, title, learns }) => (
        <li key={name}>
          <a href={`#/lessons/${game}/${encodeURIComponent(name)}`}>{bare(title)}</a> {small.get(doneKey(game, name), false) && <span class="hue-green">✓ done</span>}
          {learns !== null && <p class="faint">{learns}</p>}
        </li>
      ))}
    </ol>
  )
}

function Lesson({ game, name }: { game: string; name: string }) {
  const board = useRef<Board | null>(null)
  const table = useSignal<LocalTable | null>(null)
  const lecture = useSignal<Lecture | null>(null)
  const stands = useSignal('open')
  const tries = useSignal(0)
  const trouble = useSignal('')
  const next = useSignal<LessonCard | null>(null)
  /** Whether the task was read and put away, where there is no room for it beside the board. */
  const isRead = useSignal(false)
  useEffect(() => {
    // Whoever touches the board has read enough.
    const touch = (event: Event) => { if ((event.target as Element).closest('.board, .tray')) isRead.value = true }
    addEventListener('pointerdown', touch)
    return () => removeEventListener('pointerdown', touch)
  }, [])
  useEffect(() => {
    let made: LocalTable | undefined
    let gone = false
    void open(game).then(opened => {
      if (gone) return
      lecture.value = opened.lesson(name)
      const lessons = opened.lessons().filter(isTaught)
      const here = lessons.findIndex(lesson => lesson.name === name)
      next.value = here < 0 ? null : (lessons[here + 1] ?? null)
      const session = opened.begin(name)
      const sits = Object.fromEntries(session.card.seats.map(seat => [seat, 'me']))
      made = new LocalTable(session, { key: `lesson-${game}`, sits, plan: lecture.value.planned }, async (cues, scene) => {
        await board.current?.play(cues, scene, speed.value)
        stands.value = String(session.standing({ game, lesson: name }).stands)
        if (stands.value === 'done') small.put(doneKey(game, name), true)
      })
      stands.value = 'open'
      table.value = made
    }).catch(error => { trouble.value = told(error) })
    return () => {
      gone = true
      made?.leave()
    }
  }, [game, name, tries.value])
  const beginAgain = () => {
    table.value = null // nobody looks at the game that is left
    tries.value += 1
  }
  const done = useComputed(() => Math.max(table.value?.standing.value?.seq ?? 0, 0))
  if (trouble.value) return <><Header title="Lesson" /><main class="page"><p role="alert">{trouble.value}</p><a class="button" href={`#/lessons/${game}`}>All lessons</a></main></>
  if (!table.value || !lecture.value) return <><Header title="Lesson" /><p class="waiting" role="status">One moment…</p></>
  const { title, task, notes: all } = lecture.value
  const notes = all[Math.min(done.value, all.length - 1)] ?? []
  const link = (lesson: LessonCard) => `#/lessons/${game}/${encodeURIComponent(lesson.name)}`
  return (
    <>
      <Header title={bare(title)}><a class="button quiet" href={`#/lessons/${game}`}>All lessons</a><Help game={game} /></Header>
      <PlayTable key={tries.value} table={table.value} boarded={made => { board.current = made }}>
        <section class={`panel lesson ${isRead.value ? 'read' : ''}`} data-testid="lesson">
          <div class="task-head">
            <h2>{stands.value === 'done' ? '✓ Done' : 'Your task'}</h2>
            <button type="button" class="quiet brief-only" aria-expanded={!isRead.value} onClick={() => { isRead.value = !isRead.value }}>{isRead.value ? 'Read it' : 'Put it away'}</button>
            <button type="button" class="quiet" onClick={beginAgain}>Begin again</button>
          </div>
          {/* What matters now: where there is little room, this is all that stands there once the task was read. */}
          <div class="now">
            {notes.map((paragraph, index) => <p key={index} class="hue-yellow">{paragraph}</p>)}
            {stands.value === 'done' && <p class="hue-green" role="status">Well done. {next.value ? <a href={link(next.value)}>Next: {bare(next.value.title)}</a> : <a href={`#/lessons/${game}`}>All lessons</a>}</p>}
            {stands.value === 'missed' && <p class="hue-red" role="status">It cannot be done any more from here: begin again.</p>}
          </div>
          <div class="task">{task.map((paragraph, index) => <p key={index}>{paragraph}</p>)}</div>
        </section>
      </PlayTable>
    </>
  )
}
