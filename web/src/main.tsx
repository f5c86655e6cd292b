// The arcade: every game of Referee, judged in this page.

import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Home } from './pages/Home'
import { Leaders } from './pages/Leaders'
import { Lessons } from './pages/Lessons'
import { Match, NewMatch } from './pages/Match'
import { Play } from './pages/Play'
import { Replay } from './pages/Replay'
import { playable } from './games'
import { route } from './route'
import { takeDrops } from './ui/Dropped'
import { Header } from './ui/parts'

function Page() {
  const { path, query } = route.value
  const [place, name, more] = path
  // Whoever hears the page, or walks it by Tab, begins at the top of the new one.
  const before = useRef(path.join('/'))
  useEffect(() => {
    if (before.current === path.join('/')) return
    before.current = path.join('/')
    document.querySelector<HTMLElement>('.top h1, .big')?.focus({ preventScroll: true })
  }, [path.join('/')])
  const isGame = name !== undefined && playable().some(card => card.name === name)
  if (place === undefined) return <Home />
  if (place === 'play' && isGame) return <Play key={name} game={name} />
  if (place === 'new' && isGame) return <NewMatch key={name} game={name} />
  if (place === 'leaders' && isGame) return <Leaders key={name} game={name} />
  if (place === 'lessons' && isGame) return <Lessons key={name} game={name} {...(more !== undefined && { lesson: more })} />
  if (place === 'match' && name !== undefined) return <Match key={name} id={name} />
  if (place === 'log' && name !== undefined) return <Replay key={name} id={name} />
  if (place === 'file' && name !== undefined) return <Replay key={`${name} ${query.get('n')}`} file={name} />
  if (place === 'replay') return <Replay key={query.get('save')} />
  return (
    <>
      <Header />
      <main class="page"><p role="alert">There is nothing at this address.</p><a class="button" href="#/">Home</a></main>
    </>
  )
}

takeDrops()
render(<Page />, document.getElementById('page')!)

if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/offline.js')
