import type { Message, MessageOutcome } from '@tocsin/contracts/alert-groups/messages.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/words/names.js';
import { Avatar } from '../../ui/avatar.js';
import { MomentLink } from '../../ui/moment-link.js';
import { TimeOfDay } from '../../ui/time.js';
import { channelWords, stateWords, whyWords } from './message-words.js';
import { ResendButton } from './resend-button.js';

const marks: Readonly<Record<MessageOutcome, string>> = { waiting: '◦', sent: '✓', delivered: '✓', failed: '✕', cancelled: '–' };

/** When it ended, was begun, or is due. */
export const timeOf = ({ dueAt, startedAt, endedAt }: Message): string => endedAt ?? startedAt ?? dueAt;

/** One attempt: time, recipient, contact method, subject, reason and outcome. */
export function MessageLine({ message, onResent }: { message: Message; onResent: () => void }) {
  const names = useNames();
  const { number, title, personId, channel, serviceId, outcome, reason, detail } = message;
  const tone = outcome === 'failed' ? 'text-warn' : outcome === 'cancelled' ? 'text-faint' : 'text-muted';
  return (
    <li className="grid min-h-13 grid-cols-[28px_1fr_auto] items-center gap-x-3 gap-y-1 border-t border-line-soft px-4 py-1.5 hover:bg-hover sm:grid-cols-[5rem_28px_minmax(0,2fr)_minmax(0,4fr)_minmax(0,3fr)_5rem]">
      <span className="max-sm:order-2">
        <MomentLink at={timeOf(message)}>
          <TimeOfDay at={timeOf(message)} className="text-muted max-sm:text-xs" />
        </MomentLink>
      </span>
      <Avatar personId={personId} name={names.person(personId)} size="large" />
      <p className="grid min-w-0 max-sm:order-1">
        <span className="truncate font-medium">{names.person(personId)}</span>
        <span className="truncate text-xs text-muted">{channelWords(channel)}</span>
      </p>
      <div className="min-w-0 max-sm:order-3 max-sm:col-span-3">
        <Link to="/alerts/$number" params={{ number: String(number) }} className="block truncate py-0.5 hover:underline">
          #{number} {title}
        </Link>
        <p className="text-xs text-faint">
          {whyWords(message, names)}
          {serviceId && ` · ${names.service(serviceId)}`}
        </p>
      </div>
      <p className={`min-w-0 text-xs wrap-anywhere max-sm:order-4 max-sm:col-span-3 ${tone}`}>
        <span aria-hidden className="inline-block w-4">
          {marks[outcome]}
        </span>
        {stateWords(message)}
        {detail && reason !== 'delivery.no_open_tab' && <span className="text-faint"> ({detail})</span>}
      </p>
      <ResendButton message={message} onDone={onResent} />
    </li>
  );
}
