import type { Message, MessageOutcome } from '@tocsin/contracts/alert-groups/messages.js';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../data/words/names.js';
import { At } from '../../ui/time.js';
import { channelWords, stateWords, whyWords } from './message-words.js';
import { ResendButton } from './resend-button.js';

const marks: Readonly<Record<MessageOutcome, string>> = { waiting: '◦', sent: '✓', delivered: '✓', failed: '✕', cancelled: '–' };

/** One attempt: time, recipient, contact method, subject, reason and outcome. */
export function MessageLine({ message, onResent }: { message: Message; onResent: () => void }) {
  const names = useNames();
  const { number, title, personId, channel, serviceId, outcome, dueAt, startedAt, endedAt, reason, detail } = message;
  const tone = outcome === 'failed' ? 'text-warn' : outcome === 'cancelled' ? 'text-faint' : 'text-muted';
  return (
    <li className="grid min-h-9 grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-line/70 px-2 py-1.5 hover:bg-hover sm:grid-cols-[8.5rem_minmax(0,5fr)_minmax(0,3fr)]">
      <At at={endedAt ?? startedAt ?? dueAt} seconds className="text-xs text-faint max-sm:order-2" />
      <div className="min-w-0 max-sm:order-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{names.person(personId)}</span>
          <span className="text-muted">{channelWords(channel)}</span>
          <Link to="/alerts/$number" params={{ number: String(number) }} className="link min-w-0 truncate max-sm:w-full">
            #{number} {title}
          </Link>
        </p>
        <p className="text-xs text-faint">
          {whyWords(message, names)}
          {serviceId && ` · ${names.service(serviceId)}`}
        </p>
      </div>
      <p className={`min-w-0 text-xs wrap-anywhere max-sm:order-3 max-sm:col-span-2 ${tone}`}>
        <span aria-hidden className="inline-block w-4">
          {marks[outcome]}
        </span>
        {stateWords(message)}
        {detail && reason !== 'delivery.no_open_tab' && <span className="text-faint"> ({detail})</span>}
        <ResendButton message={message} onDone={onResent} />
      </p>
    </li>
  );
}
