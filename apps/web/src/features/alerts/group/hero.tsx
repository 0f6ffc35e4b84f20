import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { cutText } from '@tocsin/contracts/integrations/sender-words.js';
import { Link } from '@tanstack/react-router';
import { StateMark, stateColour, stateWord } from '../shared/state-mark.js';
import { Ago, At, AtTime, Since } from '../../../ui/time.js';
import { useNames } from '../../../data/words/names.js';
import { ActBar } from './act-bar.js';
import { Annotations } from './annotations.js';
import { CopyLink } from './copy-link.js';
import { RefusedNote } from './refused-note.js';
import { WhoLine } from './who-line.js';

/** Labels beside the state. */
const marksOf = ({ noise, test }: AlertGroupRow): readonly string[] => [...(noise ? ['noise'] : []), ...(test ? ['test'] : [])];

const firingWords = ({ firing, alerts, ending }: AlertGroupRow): string =>
  `${firing} of ${alerts} firing${ending && !ending.all ? `, ${ending.alerts} of them ending` : ''}`;

/** State, urgency, service and labels. */
function StateLine({ row }: { row: AlertGroupRow }) {
  const names = useNames();
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted">
      <StateMark status={row.status} urgency={row.urgency} size={16} />
      <span className={`font-medium ${stateColour(row.status)}`}>{stateWord(row.status)}</span>
      <span aria-hidden>·</span>
      <span>{row.urgency} urgency</span>
      <span aria-hidden>·</span>
      {row.serviceId ? (
        <Link to="/services/$id" params={{ id: row.serviceId }} className="link !text-muted hover:!text-ink">
          {names.service(row.serviceId)}
        </Link>
      ) : (
        <span>paged manually</span>
      )}
      {names.serviceRow(row.serviceId)?.state === 'archived' && (
        <span className="text-warn">archived: the managers of its team are paged</span>
      )}
      {marksOf(row).map((mark) => (
        <span key={mark} className="rounded border border-line px-1 text-xs">
          {mark}
        </span>
      ))}
    </p>
  );
}

/** Since when, number of alerts, and links. */
function Extent({ row }: { row: AlertGroupRow }) {
  const isOver = row.status === 'resolved';
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
      <span>
        {isOver && row.resolvedAt ? (
          <>
            resolved <Ago at={row.resolvedAt} />, <At at={row.resolvedAt} className="text-faint" />
          </>
        ) : (
          <>
            for <Since at={row.firingSince} />
          </>
        )}
      </span>
      {row.alerts > 1 && <span>{isOver ? `${row.alerts} alerts` : firingWords(row)}</span>}
      {row.cutList && !isOver && <span>{cutText(row.cutList, row.firing)}</span>}
      <NewInStorm row={row} />
      {row.counted > 0 && <span>at least {row.counted.toLocaleString('en')} more firing, not listed</span>}
      {row.links.map(({ href, text, kind }) => (
        <a key={href} href={href} target="_blank" rel="noreferrer" className="link capitalize">
          {text || kind} ↗
        </a>
      ))}
      <CopyLink />
    </p>
  );
}

const NewInStorm = ({ row: { storm, holder } }: { row: AlertGroupRow }) =>
  storm && storm.newSince > 0 && holder ? (
    <span className="font-medium">{storm.newSince.toLocaleString('en')} new since it was acknowledged</span>
  ) : null;

const OfStorm = ({ follows }: { follows: NonNullable<AlertGroupRow['follows']> }) => (
  <p className="mt-1 text-muted">
    Part of storm{' '}
    <Link to="/alerts/$number" params={{ number: String(follows.number) }} className="link">
      #{follows.number}
    </Link>
    : people are paged once for all its groups, and actions here apply to all of them.
  </p>
);

/** Notes on the source: stale, closing, ending or still firing. */
const SenderNotes = ({ row }: { row: AlertGroupRow }) => (
  <>
    {row.staleSince && (
      <p className="mt-3 text-warn">
        Stale: nothing from its source since <At at={row.staleSince} />. No automatic pages. Resolve it if the problem is gone.
      </p>
    )}
    {row.closesAt && (
      <p className="mt-3 text-muted">
        No recent alert or action: closes <AtTime at={row.closesAt} /> unless its source reports it again or someone acts on it.
      </p>
    )}
    {row.quietSince && row.status === 'resolved' && (
      <p className="mt-3 text-muted">
        No alert or action since <At at={row.quietSince} />. Reopens if its source reports it again.
      </p>
    )}
    {row.senderStillFiring && (
      <p className="mt-3 text-warn">The source still reports firing. No one is paged for an hour after it was resolved.</p>
    )}
  </>
);

/** Header, in this order: problem, assignee or next notification, main action. Parts that load later move no button. */
export const Hero = ({ row }: { row: AlertGroupRow }) => (
  <header className="pb-7">
    <StateLine row={row} />
    <h1 className="mt-2 text-2xl leading-8 font-semibold tracking-tight text-balance wrap-anywhere">
      <span className="mr-2 font-normal text-faint">#{row.number}</span>
      {row.title}
    </h1>
    <Extent row={row} />
    <WhoLine row={row} />
    {row.follows && <OfStorm follows={row.follows} />}
    <ActBar row={row} />
    <Annotations row={row} />
    <RefusedNote row={row} />
    <SenderNotes row={row} />
  </header>
);
