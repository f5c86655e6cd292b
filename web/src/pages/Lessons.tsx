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
import { Header } from '../ui/parts'
import { capital } from '../ui/words'

export function Lessons({ game, lesson }: { game: string; lesson?: string }) {
  if (lesson !== undefined) return <Lesson key={lesson} game={game} name={lesson} />
  return <List game={game} />
}

const doneKey = (game: string, lesson: string) => `lesson:${game}:${lesson}`

function List({ game }: { game: string }) {
  const lessons = useSignal<LessonCard[] | null>(null)
  useEffect(() => {
    void open(game).then(opened => { lessons.value = opened.lessons() })
  }, [game])
  const taught = (lessons.value ?? []).filter(isTaught)
  const scenes = (lessons.value ?? []).filter(lesson => !isTaught(lesson))
  return (
    <>
      <Header title={`Learn ${known(game).title}`} />
      <main class="page narrow">
        {lessons.value?.length === 0 && <p>This game has no lessons yet. <a href={`#/play/${game}`}>Play it.</a></p>}
        {taught.length > 0 && <Listed game={game} lessons={taught} />}
        {scenes.length > 0 && (
          <details class="scenes" open={taught.length === 0}>
            <summary>Scenes, one rule each ({scenes.length})</summary>
            <Listed game={game} lessons={scenes} />
          </details>
        )}
      </main>
    </>
  )
}

/** Lessons that follow one another say so; the rest are scenes in which a rule is played out. */
const NUMBERED = /^.*\blesson (\d+): /i
const isTaught = ({ title }: LessonCard) => NUMBERED.test(title) || /in a minute$/.test(title)

function Listed({ game, lessons }: { game: string; lessons: LessonCard[] }) {
  return (
    <ol class="lessons">
      {lessons.map(lesson => (
        <li key={lesson.name}><a href={`#/lessons/${game}/${encodeURIComponent(lesson.name)}`}>{capital(lesson.title.replace(NUMBERED, ''))}</a> {small.get(doneKey(game, lesson.name), false) && <span class="hue-green">✓ done</span>}</li>
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
  useEffect(() => {
    let made: LocalTable | undefined
    void open(game).then(opened => {
      lecture.value = opened.lesson(name)
      const lessons = opened.lessons().filter(isTaught)
      const here = lessons.findIndex(lesson => lesson.name === name)
      next.value = here < 0 ? null : (lessons[here + 1] ?? null)
      const session = opened.begin(name)
      const sits = Object.fromEntries(session.card.seats.map(seat => [seat, 'me']))
      made = new LocalTable(session, { key: `lesson-${game}`, sits, lesson: true }, async (cues, scene) => {
        await board.current?.play(cues, scene, speed.value)
        stands.value = String(session.standing({ game, lesson: name }).stands)
        if (stands.value === 'done') small.put(doneKey(game, name), true)
      })
      stands.value = 'open'
      table.value = made
    }).catch(error => { trouble.value = String(error.message ?? error) })
    return () => made?.leave()
  }, [game, name, tries.value])
  const done = useComputed(() => Math.max(table.value?.standing.value?.seq ?? 0, 0))
  if (trouble.value) return <><Header title="Lesson" /><main class="page"><p role="alert">{trouble.value}</p><a class="button" href={`#/lessons/${game}`}>All lessons</a></main></>
  if (!table.value || !lecture.value) return <><Header title="Lesson" /><p class="waiting" role="status">One moment…</p></>
  const notes = lecture.value.notes[Math.min(done.value, lecture.value.notes.length - 1)] ?? []
  return (
    <>
      <Header title={lecture.value.title}><a class="button quiet" href={`#/lessons/${game}`}>All lessons</a></Header>
      <PlayTable key={tries.value} table={table.value} boarded={made => { board.current = made }}>
        <section class="panel lesson" data-testid="lesson">
          <h2>{stands.value === 'done' ? '✓ Done' : 'Your task'}</h2>
          {lecture.value.task.map((paragraph, index) => <p key={index}>{paragraph}</p>)}
          {notes.map((paragraph, index) => <p key={index} class="hue-yellow">{paragraph}</p>)}
          {stands.value === 'done' && <p class="hue-green" role="status">Well done. {next.value ? <a href={`#/lessons/${game}/${encodeURIComponent(next.value.name)}`}>Next: {next.value.title.replace(NUMBERED, '')}</a> : <a href={`#/lessons/${game}`}>All lessons</a>}</p>}
          {stands.value === 'missed' && <p class="hue-red" role="status">It cannot be done any more from here.</p>}
          <div class="row"><button type="button" onClick={() => { tries.value += 1 }}>Begin again</button></div>
        </section>
      </PlayTable>
    </>
  )
}
