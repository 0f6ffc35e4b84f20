import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { useId, useState } from 'react';
import { actSentence, type ActLine } from '../../history/shared/act-lines.js';
import { withPages } from '../shared/page-names.js';
import { useTargetNames } from '../../event-subscriptions/shared/use-target-names.js';
import { useMayAct } from '../shared/may-act.js';
import type { Names } from '../../../data/words/names.js';
import { useEvents } from '../../../data/cache/use-events.js';
import { useRow } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';
import { LazyChain } from '../../history/shared/lazy-chain.js';
import { Section } from '../../../ui/screen.js';
import { WhenRead } from '../../../ui/when-read.js';
import { At } from '../../../ui/time.js';
import { NoteBox } from './notes/note-box.js';
import { LazyNote } from './notes/lazy-note.js';
import { linesOf } from './timeline-lines.js';

/** The page that an event starts: the ladder leaves out older pages. */

/** Events of an alert group; read again when its row or ladder changes. */
export function useTimeline(row: AlertGroupRow) {
  const ladder = useRow('ladders', row.id).data;
  return useEvents({ stream: `alertGroup-${row.id}`, limit: 100 }, row, ladder?.ordinal);
}

/** Events as sentences, newest first, and the note box. */
export function Timeline({ row, reading }: { row: AlertGroupRow; reading: ReturnType<typeof useTimeline> }) {
  const [isWhole, setWhole] = useState(false);
  const mayAct = useMayAct();
  const ladder = useRow('ladders', row.id).data;
  const { data, hasNextPage, fetchNextPage } = reading;
  const read = (data?.pages ?? []).flatMap((page) => page.events);
  const plain = useTargetNames((ladder?.row?.calls ?? []).length > 0);
  const names = withPages(plain, read, ladder?.row?.pages);
  const lines: readonly ActLine[] = isWhole ? read.map((event) => ({ event, also: null })) : linesOf(read);
  return (
    <Section
      title="Timeline"
      aside={
        <Button kind="quiet" className="!h-7 text-xs" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      }
    >
      {mayAct(row) && <NoteBox groupId={row.id} number={row.number} />}
      <WhenRead of={[reading]} what="The timeline" lines={4} />
      <ol aria-live="polite">
        {lines.map(({ event, also }) => (
          <Line key={event.id} event={event} also={also} names={names} groupId={row.id} isWhole={isWhole} />
        ))}
      </ol>
      {hasNextPage && (
        <Button kind="quiet" onClick={() => void fetchNextPage()}>
          Load older
        </Button>
      )}
    </Section>
  );
}

interface LineProps extends ActLine {
  names: Names;
  groupId: string;
  isWhole: boolean;
}

function Line({ event, also, names, groupId, isWhole }: LineProps) {
  const [isOpen, setOpen] = useState(false);
  const sentence = useId();
  return (
    <li className="grid grid-cols-[5.5rem_1fr_auto] gap-x-2 py-1.5">
      <At at={event.meta.at} seconds className="text-xs text-faint" />
      <div className="min-w-0">
        <div id={sentence} className="wrap-anywhere">
          {event.type === 'NoteAdded' ? (
            <Note event={event as RecordedOf<'NoteAdded'>} names={names} />
          ) : (
            <p>{actSentence({ event, also }, names)}</p>
          )}
        </div>
        {isWhole && <Raw event={event} />}
      </div>
      <AskWhy isOpen={isOpen} about={sentence} onPress={() => setOpen(!isOpen)} />
      {isOpen && (
        <div className="col-span-3 mt-1 sm:col-span-2 sm:col-start-2">
          <LazyChain event={event} names={names} here={groupId} />
        </div>
      )}
    </li>
  );
}

const Note = ({ event: { data, meta }, names }: { event: RecordedOf<'NoteAdded'>; names: Names }) => (
  <>
    <p>{names.actor(meta.actor)} added a note:</p>
    <div className="mt-0.5 border-l-2 border-line-field pl-2.5">
      <LazyNote text={textOrErased(data.text)} />
    </div>
  </>
);

const AskWhy = ({ isOpen, about, onPress }: { isOpen: boolean; about: string; onPress: () => void }) => (
  <button
    type="button"
    aria-expanded={isOpen}
    aria-label="Causes and effects"
    aria-describedby={about}
    title="Causes and effects"
    onClick={onPress}
    className={`-my-0.5 grid size-7 place-items-center rounded-md hover:bg-hover hover:text-ink ${isOpen ? 'bg-hover text-ink' : 'text-faint'}`}
  >
    <svg aria-hidden viewBox="0 0 16 16" className="size-4" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round">
      <circle cx="4" cy="3.5" r="1.6" />
      <circle cx="4" cy="12.5" r="1.6" />
      <circle cx="12" cy="8" r="1.6" />
      <path d="M4 5.1v5.8M5.6 3.5c3 0 2.2 4.5 4.8 4.5" />
    </svg>
  </button>
);

/** The event as stored on the log. */
const Raw = ({ event }: { event: Recorded }) => (
  <details className="text-xs">
    <summary className="w-fit cursor-pointer text-faint hover:text-ink">Raw event</summary>
    <pre className="mt-1 max-h-80 overflow-auto rounded-md border border-line bg-well p-2.5 font-mono text-xs leading-5">
      {JSON.stringify(event, null, 2)}
    </pre>
  </details>
);
