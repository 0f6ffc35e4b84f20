import { useState, type ReactNode } from 'react';
import { withPages } from '../../alerts/shared/page-names.js';
import { sentenceOf } from './sentences.js';
import { useCauses, useEffectsOf } from '../../../data/cache/use-causes.js';
import { Button } from '../../../ui/button.js';
import { WhenRead } from '../../../ui/when-read.js';
import { Entry, groupOf, Rail, type EntryProps as Props } from './entry.js';

/** Causes of an event up to the first one, and its effects: each as a sentence that links to its event in the history. */
export const Chain = (props: Props) => (
  <div className="grid gap-3 rounded-md bg-well px-3 py-2.5" aria-live="off">
    <Part title="Causes">
      <Causes {...props} />
    </Part>
    <Part title="Effects">
      <Effects {...props} />
    </Part>
    <SameCommand {...props} />
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="mb-0.5 text-[12.5px] font-medium text-muted">{title}</h3>
    {children}
  </section>
);

const Note = ({ children }: { children: ReactNode }) => <p className="py-1 text-xs text-faint">{children}</p>;

function Causes({ event, names, here }: Props) {
  const reading = useCauses(event.ordinal);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = reading;
  const causes = (data?.pages ?? []).flatMap((page) => page.events);
  return (
    <WhenRead of={[reading]} what="The cause" lines={2}>
      <Rail>
        {causes.map((cause) => (
          <Entry key={cause.id} event={cause} names={names} here={here} />
        ))}
      </Rail>
      {hasNextPage ? (
        <Button kind="quiet" className="!h-7 text-xs" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : (
        <Note>{endOf(data?.pages.at(-1)?.missing ?? null)}</Note>
      )}
    </WhenRead>
  );
}

/** Why the chain ends at its last event. */
function endOf(missing: 'not yet' | 'not found' | null): string {
  if (missing === 'not yet') return 'Still being indexed. It will appear automatically.';
  if (missing === 'not found') return 'The cause it names is not in this log.';
  return 'This came from outside Tocsin.';
}

function Effects({ event, names, here }: Props) {
  const reading = useEffectsOf(event.ordinal);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = reading;
  const effects = (data?.pages ?? []).flatMap((page) => page.events);
  const isWhole = data?.pages.at(-1)?.complete !== false;
  return (
    <WhenRead of={[reading]} what="Effects" lines={1}>
      <Rail>
        {effects.map((effect) => (
          <ExpandableEntry key={effect.id} event={effect} names={withPages(names, effects)} here={here} />
        ))}
      </Rail>
      {isWhole && effects.length === 0 && <Note>No effects.</Note>}
      {!isWhole && <Note>Still being indexed: there may be more.</Note>}
      {hasNextPage && (
        <Button kind="quiet" className="!h-7 text-xs" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </WhenRead>
  );
}

/** Other events of the same command: an effect may belong to any of them. */
function SameCommand({ event, names, here }: Props) {
  const together = useEffectsOf(event.ordinal).data?.pages[0]?.together ?? [];
  if (together.length === 0) return null;
  return (
    <Part title="Recorded together with">
      <Rail>
        {together.map((one) => (
          <ExpandableEntry key={one.id} event={one} names={names} here={here} />
        ))}
      </Rail>
    </Part>
  );
}

/** An effect; a button loads its own effects. */
function ExpandableEntry(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Entry {...props} mark={<Unfold isOpen={isOpen} of={sentenceOf(props.event, props.names)} onPress={() => setOpen(!isOpen)} />}>
      {isOpen && <Effects {...props} here={groupOf(props.event) ?? props.here} />}
    </Entry>
  );
}

const Unfold = ({ isOpen, of, onPress }: { isOpen: boolean; of: string; onPress: () => void }) => (
  <button
    type="button"
    aria-expanded={isOpen}
    aria-label={`Effects: ${of}`}
    onClick={onPress}
    className="absolute top-0.5 -left-3 grid size-6 place-items-center rounded-md text-faint hover:text-ink"
  >
    <svg aria-hidden viewBox="0 0 16 16" className={`size-4 rounded-full bg-well ${isOpen ? 'rotate-90' : ''}`}>
      <path d="M6 4.5 9.5 8 6 11.5" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  </button>
);
