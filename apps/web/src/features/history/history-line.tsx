import { eventWordsOf } from '@tocsin/contracts/event-kinds.js';
import type { DriftedItem } from '@tocsin/contracts/config-files/plan.js';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { actSentence, type ActLine } from './shared/act-lines.js';
import type { Names } from '../../data/words/names.js';
import { laterPart } from '../../ui/lazy-part.js';
import { WaitingLines } from '../../ui/screen.js';
import { LazyChain } from './shared/lazy-chain.js';
import { thingOf } from '@tocsin/contracts/versions.js';
import { Zap } from 'lucide-react';
import { Avatar } from '../../ui/avatar.js';
import { TimeOfDay } from '../../ui/time.js';
import { Disclosure } from '../../ui/disclosure.js';

const Change = laterPart(() => import('./shared/versions/change.js'), 'Change');

interface Props extends ActLine {
  names: Names;
  /** The alert group that it is about, if known. */
  group?: { readonly number: number; readonly title: string } | undefined;
  onStream: (stream: string) => void;
  /** What is left of it, where a file owns what was edited. */
  drift?: DriftedItem | undefined;
  /** A link led to this event. */
  isChosen?: boolean;
}

/** One event: its time, a sentence and its actor; pressing it shows all its fields. */
export function HistoryLine({ event, also, names, group, onStream, drift, isChosen = false }: Props) {
  const { actor } = event.meta;
  const sentence = actSentence({ event, also }, names);
  const [isOpen, setOpen] = useState(isChosen);
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) line.current?.focus();
  }, [isChosen]);
  return (
    <li id={`event-${event.id}`} className="border-t border-line-soft">
      <button
        ref={line}
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={`grid min-h-9 w-full grid-cols-[auto_auto_1fr] items-center gap-x-3 px-4 py-1.5 text-left hover:bg-hover sm:grid-cols-[5.5rem_20px_minmax(0,1fr)_minmax(0,30%)] lg:grid-cols-[5.5rem_20px_minmax(0,1fr)_minmax(0,26%)_10rem] ${isOpen ? 'bg-selected' : ''}`}
      >
        <TimeOfDay at={event.meta.at} className="text-muted" />
        {actor.kind === 'person' ? (
          <Avatar personId={actor.id} name={names.actor(actor)} />
        ) : (
          <Zap aria-hidden size={14} strokeWidth={1.5} className="mx-[3px] text-faint" />
        )}
        <span className="min-w-0 wrap-anywhere max-sm:order-last max-sm:col-span-3">
          {sentence}
          {drift && <span className="text-xs text-warn"> Differs from files</span>}
        </span>
        <span className="min-w-0 truncate text-muted max-sm:order-last max-sm:col-span-3 max-sm:text-xs max-sm:empty:hidden">
          {group && !sentence.includes(`#${group.number}`) && `#${group.number} ${group.title}`}
        </span>
        <span className="truncate text-right text-xs text-faint max-lg:hidden max-sm:block">{eventWordsOf(event.type)}</span>
      </button>
      {isOpen && <EventDetails event={event} names={names} number={group?.number} onStream={onStream} drift={drift} />}
    </li>
  );
}

function EventDetails({ event, names, number, onStream, drift }: Omit<Props, 'also' | 'group'> & { number: number | undefined }) {
  const { meta, stream, ordinal, revision } = event;
  const thing = thingOf(event);
  return (
    <div className="bg-selected px-4 pt-1 pb-3 sm:pl-[9.25rem]">
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
      {drift && (
        <p className="mt-2.5 text-xs wrap-anywhere">
          {drift.source} owns it ({drift.file}:{drift.line}). The next apply undoes this edit.{' '}
          <Link to="/settings/files" className="link">
            What differs
          </Link>
        </p>
      )}
      {thing && (
        <div className="mt-2.5">
          <Suspense fallback={<WaitingLines lines={2} />}>
            <Change event={event} thing={thing} />
          </Suspense>
        </div>
      )}
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
