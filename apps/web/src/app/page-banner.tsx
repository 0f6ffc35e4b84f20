import type { RingingPage } from '@tocsin/contracts/live.js';
import { seenLabel } from '@tocsin/contracts/routing/seen-label.js';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { bellUnlocked } from '../data/bell/bell.js';
import { useStore } from '../data/store.js';
import { silence, useRingingPages } from '../data/bell/ringing-pages.js';
import { useNames, type Names } from '../data/words/names.js';
import { useCommand } from '../data/cache/use-command.js';

/** Reason for the page, if it is not the escalation. */
const because: Record<string, string> = {
  reminder: 'Still working on it?',
  update: 'New alerts in a group assigned to you',
  resolved: 'Resolved',
  not_accepted: 'Your reassignment was not accepted',
  method_gone: 'One of your devices can’t be reached',
};

/** Maximum number of banners; more would cover the screen. */
const atOnce = 3;

/** The line below the banners that explains their second button. */
const hintId = 'seen-hint';

const rank = ({ urgency, quiet }: RingingPage) => (urgency === 'high' && !quiet ? 0 : 1);

/** Banner of my unanswered pages, on every screen: high urgency first, then oldest first. */
export function PageBanner() {
  const pages = useRingingPages().toSorted((a, b) => rank(a) - rank(b));
  const more = pages.length - atOnce;
  const isUnlocked = useStore(bellUnlocked);
  const isLoud = pages.some(({ quiet }) => !quiet);
  // the first press unlocks the sound: the line keeps its height, so that no button moves during that press
  const [wasMute, setWasMute] = useState(false);
  if (wasMute !== (isLoud && (wasMute || !isUnlocked))) setWasMute(!wasMute);
  return (
    <div role="alert" aria-live="assertive">
      {wasMute && (
        <p className="grid border-t border-warn bg-warn-tint px-4 py-1.5 font-semibold text-warn sm:px-5">
          <span className={`col-start-1 row-start-1 ${isUnlocked ? 'invisible' : ''}`}>
            You’re being paged, but this tab’s sound is off. Press anywhere to turn it on.
          </span>
          {isUnlocked && <span className="col-start-1 row-start-1">You’re being paged. Sound is on now.</span>}
        </p>
      )}
      {pages.slice(0, atOnce).map((page) => (
        <PageLine key={page.pageId} page={page} />
      ))}
      {pages.some(({ cause }) => cause !== 'resolved') && (
        <p id={hintId} className="border-t border-line bg-panel px-4 py-1 text-xs text-muted sm:px-5">
          “{seenLabel}” stops your own pages only. Escalation continues until someone acknowledges.
        </p>
      )}
      {more > 0 && (
        <p className="border-t border-line bg-panel px-4 py-1.5 sm:px-5">
          <Link to="/alerts" className="link">
            and {more.toLocaleString('en')} more pages for you
          </Link>
        </p>
      )}
    </div>
  );
}

/** `Sam asks you to take over` */
const askWords = ({ by, takeOver }: NonNullable<RingingPage['asks']>, names: Names) =>
  `${names.person(by)} asks you to ${takeOver ? 'take over' : 'help'}`;

const wordsOf = ({ test, cause, asks }: RingingPage, names: Names) =>
  test ? 'Test alert' : asks ? askWords(asks, names) : (because[cause] ?? 'You are paged');

const press = 'h-9 rounded-md px-3.5 font-semibold whitespace-nowrap disabled:opacity-60 max-sm:flex-1 max-sm:h-11';

function PageLine({ page }: { page: RingingPage }) {
  const acknowledge = useCommand('AcknowledgeAlertGroup', `acknowledge #${page.number}`);
  const answer = useCommand('AnswerPage', `answer the page for #${page.number}`);
  const names = useNames();
  const done = { onSuccess: () => silence(page.groupId) };
  const isOver = page.cause === 'resolved';
  const isLoud = !page.quiet && page.urgency === 'high' && !page.asks && !(page.cause in because);
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-2.5 sm:px-5 ${
        isLoud ? 'border-alarm bg-[light-dark(#b81a19,#a61d1c)] text-on-act' : 'border-line bg-panel'
      }`}
    >
      <p className="min-w-0 flex-1 basis-64">
        <span className="font-semibold">{wordsOf(page, names)}</span>{' '}
        <Link to="/alerts/$number" params={{ number: String(page.number) }} className="underline underline-offset-3">
          #{page.number} {page.title}
        </Link>
        {page.serviceName && <span className="opacity-85"> · {page.serviceName}</span>}
        {page.quiet && page.more !== undefined && <span className="opacity-85"> and {page.more.toLocaleString('en')} more</span>}
        {page.waiting !== undefined && <span className="opacity-85"> · {page.waiting}</span>}
      </p>
      <div className="flex gap-2 max-sm:w-full">
        {!isOver && (
          <button
            type="button"
            className={`${press} ${isLoud ? 'bg-on-act text-[#8f1413]' : 'bg-act text-on-act'}`}
            disabled={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ groupId: page.groupId }, done)}
          >
            Acknowledge
          </button>
        )}
        <button
          type="button"
          aria-describedby={isOver ? undefined : hintId}
          className={`${press} border border-current`}
          disabled={answer.isPending}
          onClick={() => (isOver ? silence(page.groupId) : answer.mutate({ groupId: page.groupId, pageId: page.pageId }, done))}
        >
          {isOver ? 'Good' : seenLabel}
        </button>
      </div>
    </div>
  );
}
