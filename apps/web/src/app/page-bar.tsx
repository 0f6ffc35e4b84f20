import type { RingingPage } from '@tocsin/contracts/live.js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { bellUnlocked } from '../data/bell/bell.js';
import { useStore } from '../data/store.js';
import { useRingingPages } from '../data/bell/ringing-pages.js';
import { isLoud, PageLine, seenHint, seenHintId } from './page-line.js';

/** How many lines it has opened; more would cover the screen. */
const atOnce = 6;

/** My unanswered pages in one bar, on every screen: those of high urgency first, then the oldest; the others fold behind a button. */
export function PageBar() {
  const pages = useRingingPages().toSorted((a, b) => Number(isLoud(b)) - Number(isLoud(a)));
  const [isOpen, setOpen] = useState(false);
  const [first, ...others] = pages;
  const hidden = others.length - (isOpen ? atOnce : 0);
  return (
    <div role="alert" aria-live="assertive" className="max-h-[60dvh] overflow-y-auto print:hidden">
      {first && (
        <PageLine
          key={first.pageId}
          page={first}
          sound={<SoundWords isPaged={pages.some(({ quiet }) => !quiet)} />}
          more={others.length > 0 && { count: others.length, isOpen, onToggle: () => setOpen(!isOpen) }}
        />
      )}
      {others.length > 0 &&
        (isOpen ? (
          others.slice(0, atOnce).map((page) => <PageLine key={page.pageId} page={page} />)
        ) : (
          <Folded pages={others.slice(0, atOnce)} />
        ))}
      {hidden > 0 && (isOpen || others.length > atOnce) && (
        <p className={isOpen ? 'border-b border-line bg-panel px-4 py-1.5 sm:px-7' : 'sr-only'}>
          <Link to="/alerts" tabIndex={isOpen ? 0 : -1} className="link">
            and {hidden.toLocaleString('en')} more pages for you
          </Link>
        </p>
      )}
      {pages.some(({ cause }) => cause !== 'resolved') && (
        <p id={seenHintId} className="sr-only">
          {seenHint}
        </p>
      )}
    </div>
  );
}

/** Read aloud as it comes, though it is folded. */
const Folded = ({ pages }: { pages: readonly RingingPage[] }) => (
  <ul className="sr-only">
    {pages.map(({ pageId, number, title }) => (
      <li key={pageId}>
        #{number} {title}
      </li>
    ))}
  </ul>
);

/** While this tab is silent. The first press unlocks the sound: the line keeps its height, so that no button moves during that press. */
function SoundWords({ isPaged }: { isPaged: boolean }) {
  const isUnlocked = useStore(bellUnlocked);
  const [wasMute, setWasMute] = useState(false);
  if (wasMute !== (isPaged && (wasMute || !isUnlocked))) setWasMute(!wasMute);
  if (!wasMute) return null;
  return (
    <span className="grid text-xs font-medium max-sm:order-2 max-sm:basis-full">
      <span className={`col-start-1 row-start-1 ${isUnlocked ? 'invisible' : ''}`}>
        You’re being paged, but this tab’s sound is off. Press anywhere to turn it on.
      </span>
      {isUnlocked && <span className="col-start-1 row-start-1">You’re being paged. Sound is on now.</span>}
    </span>
  );
}
