import { eventWordsOf } from '@tocsin/contracts/event-kinds.js';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { actSentence, type ActLine } from './shared/act-lines.js';
import type { Names } from '../../data/words/names.js';
import { LazyChain } from './shared/lazy-chain.js';
import { At } from '../../ui/time.js';
import { Disclosure } from '../../ui/disclosure.js';

interface Props extends ActLine {
  names: Names;
  /** Number of the alert group, if known. */
  number?: number | undefined;
  onStream: (stream: string) => void;
  /** A link led to this event. */
  isChosen?: boolean;
}

/** One event: its time, a sentence and its actor; pressing it shows all its fields. */
export function HistoryLine({ event, also, names, number, onStream, isChosen = false }: Props) {
  const [isOpen, setOpen] = useState(isChosen);
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) line.current?.focus();
  }, [isChosen]);
  return (
    <li id={`event-${event.id}`} className="border-b border-line/70">
      <button
        ref={line}
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="grid min-h-9 w-full grid-cols-[auto_1fr] items-baseline gap-x-4 px-2 py-1.5 text-left hover:bg-hover sm:grid-cols-[8.5rem_1fr_auto]"
      >
        <At at={event.meta.at} seconds className="text-xs text-faint" />
        <span className="min-w-0 wrap-anywhere max-sm:col-span-2 max-sm:row-start-2">
          {number !== undefined && <span className="mr-1.5 text-faint">#{number}</span>}
          {actSentence({ event, also }, names)}
        </span>
        <span className="text-right text-xs text-faint">{eventWordsOf(event.type)}</span>
      </button>
      {isOpen && <EventDetails event={event} names={names} number={number} onStream={onStream} />}
    </li>
  );
}

function EventDetails({ event, names, number, onStream }: Omit<Props, 'also'>) {
  const { meta, stream, ordinal, revision } = event;
  return (
    <div className="mb-3 px-2 sm:pl-[9.5rem]">
      <dl className="grid grid-cols-[6rem_1fr] gap-y-1 text-xs *:odd:text-muted">
        <dt>Who</dt>
        <dd>
          {names.actor(meta.actor)}{' '}
          <span className="text-faint">
            ({meta.actor.kind}
            {meta.actor.roles.length > 0 && `, ${meta.actor.roles.join(', ')}`})
          </span>
        </dd>
        <dt>Where</dt>
        <dd className="wrap-anywhere">
          <button type="button" className="link font-mono text-[12.5px]" onClick={() => onStream(stream)}>
            {stream}
          </button>
          , revision {revision}, number {ordinal} of the log
        </dd>
        {number !== undefined && (
          <>
            <dt>About</dt>
            <dd>
              <Link to="/alerts/$number" params={{ number: String(number) }} className="link">
                #{number}
              </Link>
            </dd>
          </>
        )}
      </dl>
      <div className="mt-2.5">
        <LazyChain event={event} names={names} />
      </div>
      <Disclosure className="mt-2" summary="Raw event">
        <pre className="mt-1 max-h-96 overflow-auto rounded-md border border-line bg-well p-3 font-mono text-[12.5px] leading-5">
          {JSON.stringify(event, null, 2)}
        </pre>
      </Disclosure>
    </div>
  );
}
