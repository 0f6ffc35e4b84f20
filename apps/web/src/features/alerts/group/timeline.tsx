import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { actSentence, type ActLine } from '../../history/shared/act-lines.js';
import { withPages } from '../shared/page-names.js';
import { useTargetNames } from '../../event-subscriptions/shared/use-target-names.js';
import { useMayAct } from '../shared/may-act.js';
import type { Names } from '../../../data/words/names.js';
import { useEvents } from '../../../data/cache/use-events.js';
import { useRow } from '../../../data/cache/use-view.js';
import { Button } from '../../../ui/button.js';
import { LazyChain } from '../../history/shared/lazy-chain.js';
import { Panel } from '../../../ui/panel.js';
import { WhenRead } from '../../../ui/when-read.js';
import { MomentLink } from '../../../ui/moment-link.js';
import { DayHeading, TimeOfDay } from '../../../ui/time.js';
import { span } from '../../../data/time/times.js';
import { EventIcon } from './event-icon.js';
import { NoteBox } from './notes/note-box.js';
import { LazyNote } from './notes/lazy-note.js';
import { byDay, foldLines, isFolded, linesOf, secondsOf, type FoldedLines, type TimelineLine } from './timeline-lines.js';
import { dayOf } from '../../../data/time/days.js';
import { Disclosure } from '../../../ui/disclosure.js';

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
  const lines: readonly TimelineLine[] = isWhole ? read.map((event): ActLine => ({ event, also: null })) : foldLines(linesOf(read));
  const days = byDay(lines, (at) => dayOf(new Date(at)));
  return (
    <Panel
      title="Timeline"
      actions={
        <Button kind="quiet" className="!h-7 text-xs" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      }
    >
      {mayAct(row) && <NoteBox groupId={row.id} number={row.number} />}
      <WhenRead of={[reading]} what="The timeline" lines={4} />
      <div aria-live="polite">
        {days.map(({ day, at, lines: some }) => (
          <section key={day} aria-label={day}>
            <h3 className="mt-3 mb-1 flex items-center gap-3 text-xs text-muted after:h-px after:flex-1 after:bg-line-soft">
              <DayHeading at={at} />
            </h3>
            <ol>
              {some.map((line) =>
                isFolded(line) ? (
                  <Folded key={line.lines.at(-1)!.event.id} folded={line} isOpenEnded={hasNextPage && line === lines.at(-1)}>
                    {line.lines.map(({ event, also }) => (
                      <Line key={event.id} event={event} also={also} names={names} groupId={row.id} isWhole={false} />
                    ))}
                  </Folded>
                ) : (
                  <Line key={line.event.id} event={line.event} also={line.also} names={names} groupId={row.id} isWhole={isWhole} />
                ),
              )}
            </ol>
          </section>
        ))}
      </div>
      {hasNextPage && (
        <Button kind="quiet" onClick={() => void fetchNextPage()}>
          Load older
        </Button>
      )}
    </Panel>
  );
}

interface FoldedProps {
  folded: FoldedLines;
  /** More of them are perhaps not loaded. */
  isOpenEnded: boolean;
  children: ReactNode;
}

/** `1,997 alerts joined in 13 s`, which opens them. */
function Folded({ folded, isOpenEnded, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  const seconds = secondsOf(folded);
  return (
    <li>
      <div className="grid grid-cols-[5.5rem_24px_1fr_auto] gap-x-2 max-sm:grid-cols-[3.75rem_20px_1fr_auto] py-1.5">
        <When event={folded.lines[0]!.event} />
        <EventIcon type={folded.lines[0]!.event.type} />
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="flex items-center gap-1 text-left">
          <ChevronRight
            aria-hidden
            size={14}
            className={`text-muted transition-transform motion-reduce:transition-none ${isOpen ? 'rotate-90' : ''}`}
          />
          <span>
            {isOpenEnded && 'At least '}
            <b className="font-semibold">
              {folded.alerts.toLocaleString('en')} {folded.alerts === 1 ? 'alert' : 'alerts'} {folded.kind}
            </b>
            {seconds > 0 && <span className="text-muted"> in {span(seconds * 1_000)}</span>}
          </span>
        </button>
      </div>
      {isOpen && <ol className="border-l-2 border-line-soft pl-3">{children}</ol>}
    </li>
  );
}

/** Leads to who was on call then. */
const When = ({ event: { ordinal, meta } }: Pick<ActLine, 'event'>) => (
  <MomentLink at={ordinal}>
    <TimeOfDay at={meta.at} className="text-xs leading-5 text-muted" />
  </MomentLink>
);

interface LineProps extends ActLine {
  names: Names;
  groupId: string;
  isWhole: boolean;
}

function Line({ event, also, names, groupId, isWhole }: LineProps) {
  const [isOpen, setOpen] = useState(false);
  const sentence = useId();
  return (
    <li className="grid grid-cols-[5.5rem_24px_1fr_auto] gap-x-2 max-sm:grid-cols-[3.75rem_20px_1fr_auto] py-1.5">
      <When event={event} />
      <EventIcon type={event.type} />
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
        <div className="col-span-4 mt-1 sm:col-span-2 sm:col-start-3">
          <LazyChain event={event} names={names} here={groupId} />
        </div>
      )}
    </li>
  );
}

const Note = ({ event: { data, meta }, names }: { event: RecordedOf<'NoteAdded'>; names: Names }) => (
  <>
    <p>{names.actor(meta.actor)} added a note:</p>
    <div className="mt-1 rounded-md border border-line bg-well px-2.5 py-1.5">
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
  <Disclosure className="text-xs" summary="Raw event">
    <pre className="mt-1 max-h-80 overflow-auto rounded-md border border-line bg-well p-2.5 font-mono text-xs leading-5">
      {JSON.stringify(event, null, 2)}
    </pre>
  </Disclosure>
);
