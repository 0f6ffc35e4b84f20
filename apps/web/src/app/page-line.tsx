import type { RingingPage } from '@tocsin/contracts/live.js';
import { seenLabel } from '@tocsin/contracts/routing/seen-label.js';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { silence } from '../data/bell/ringing-pages.js';
import { useNames, type Names } from '../data/words/names.js';
import { useCommand } from '../data/cache/use-command.js';
import { ChevronIcon } from '../ui/first-icons.js';
import { StateShape } from '../ui/state-shape.js';
import { backToNow } from './use-cursor.js';

/** Reason for the page, if it is not the escalation. */
const because: Record<string, string> = {
  reminder: 'Still working on it?',
  update: 'New alerts in a group assigned to you',
  resolved: 'Resolved',
  followed: 'You follow this service',
  notice: 'For your information',
  not_accepted: 'Your reassignment was not accepted',
  method_gone: 'One of your devices can’t be reached',
};

/** What explains the second button of each line. */
export const seenHintId = 'seen-hint';
export const seenHint = `“${seenLabel}” stops your own pages only. Escalation continues until someone acknowledges.`;

/** Nobody has it, and it is urgent: red. Tests, requests and the rest are blue. */
export const isLoud = ({ quiet, urgency, asks, cause, test }: RingingPage): boolean =>
  !quiet && urgency === 'high' && !asks && !test && !(cause in because);

const askWords = ({ by, takeOver }: NonNullable<RingingPage['asks']>, names: Names) =>
  `${names.person(by)} asks you to ${takeOver ? 'take over' : 'help'}`;

const wordsOf = ({ test, cause, asks }: RingingPage, names: Names) =>
  test ? 'Test alert' : asks ? askWords(asks, names) : (because[cause] ?? 'You are paged');

const press = 'h-8 rounded-md px-3 font-medium whitespace-nowrap disabled:opacity-60 max-sm:h-11';
const looks = {
  loud: { bar: 'bg-alarm-fill text-on-alarm', act: 'bg-white text-[#7d1410]', other: 'border border-white/55' },
  soft: {
    bar: 'border-b border-held-line bg-held-tint text-ink',
    act: 'border border-line-button bg-panel shadow-panel',
    other: 'border border-transparent hover:bg-pressed',
  },
} as const;

interface Props {
  page: RingingPage;
  /** Below its words. */
  sound?: ReactNode;
  /** The other pages, which fold behind this one. */
  more?: false | { readonly count: number; readonly isOpen: boolean; readonly onToggle: () => void };
}

/** One page: what it is for, and its answers. */
export function PageLine({ page, sound, more = false }: Props) {
  const acknowledge = useCommand('AcknowledgeAlertGroup', `acknowledge #${page.number}`);
  const answer = useCommand('AnswerPage', `answer the page for #${page.number}`);
  const done = { onSuccess: () => silence(page.groupId) };
  const isOver = ['resolved', 'followed', 'notice'].includes(page.cause);
  const isRed = isLoud(page);
  const look = looks[isRed ? 'loud' : 'soft'];
  return (
    <div
      className={`flex min-h-12 items-center gap-x-3 gap-y-1.5 py-1.5 pr-2 pl-3.5 max-sm:min-h-[60px] max-sm:flex-wrap sm:pr-4 sm:pl-7 ${look.bar}`}
    >
      <span className={isRed ? 'motion-safe:animate-pulse' : 'text-held'}>
        <StateShape shape={isRed ? 'filledDiamond' : 'halfCircle'} />
      </span>
      <PageWords page={page} sound={sound} />
      {more && (
        <button
          type="button"
          aria-expanded={more.isOpen}
          onClick={more.onToggle}
          className={`${press} inline-flex items-center justify-center gap-1 max-sm:order-1 max-sm:flex-1 ${look.other}`}
        >
          {more.count.toLocaleString('en')} more
          <ChevronIcon className={more.isOpen ? 'rotate-180' : ''} />
        </button>
      )}
      <button
        type="button"
        aria-describedby={isOver ? undefined : seenHintId}
        title={isOver ? undefined : seenHint}
        className={`${press} max-sm:order-1 max-sm:flex-1 ${look.other}`}
        disabled={answer.isPending}
        onClick={() => (isOver ? silence(page.groupId) : answer.mutate({ groupId: page.groupId, pageId: page.pageId }, done))}
      >
        {isOver ? 'Good' : seenLabel}
      </button>
      {!isOver && (
        <button
          type="button"
          className={`${press} ${look.act}`}
          disabled={acknowledge.isPending}
          onClick={() => acknowledge.mutate({ groupId: page.groupId }, done)}
        >
          Acknowledge
        </button>
      )}
    </div>
  );
}

const PageWords = ({ page, sound }: Pick<Props, 'page' | 'sound'>) => {
  const names = useNames();
  return (
    <p className="min-w-0 flex-1 max-sm:contents">
      <span className="block min-w-0 truncate max-sm:flex-1 max-sm:basis-40">
        <span className="mr-2 font-semibold max-sm:block">{wordsOf(page, names)}</span>
        {page.number === 0 ? (
          page.title
        ) : (
          <Link
            to="/alerts/$number"
            params={{ number: String(page.number) }}
            search={backToNow}
            className="underline-offset-3 hover:underline max-sm:text-xs"
          >
            #{page.number} {page.title}
          </Link>
        )}
        {page.serviceName && <span className="max-sm:text-xs"> · {page.serviceName}</span>}
        {page.quiet && page.more !== undefined && <span> and {page.more.toLocaleString('en')} more</span>}
        {page.waiting !== undefined && <span> · {page.waiting}</span>}
      </span>
      {sound}
    </p>
  );
};
