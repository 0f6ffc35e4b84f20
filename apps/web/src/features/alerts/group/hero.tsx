import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { flapping } from '@tocsin/contracts/alert-groups/limits.js';
import { cutText } from '@tocsin/contracts/integrations/sender-words.js';
import { Link } from '@tanstack/react-router';
import { StateMark, stateColour } from '../shared/state-mark.js';
import { stateWord } from '../shared/state-word.js';
import { Ago, At, AtTime, Since } from '../../../ui/time.js';
import { MomentLink } from '../../../ui/moment-link.js';
import { buttonClass } from '../../../ui/button.js';
import { useIsNarrow } from '../../../ui/use-media.js';
import { useNames } from '../../../data/words/names.js';
import { MutedBy } from '../../silences/shared/muted-by.js';
import { ActBar } from './act-bar.js';
import { Annotations } from './annotations.js';
import { RefusedNote } from './refused-note.js';
import { WhoLine } from './who-line.js';

/** Labels beside the state. */
const marksOf = ({ noise, test, drillId, flaps }: AlertGroupRow): readonly string[] => [
  ...(flaps ? ['flaps'] : []),
  ...(noise ? ['noise'] : []),
  ...(drillId ? ['drill'] : test ? ['test'] : []),
];

const firingWords = ({ firing, alerts, ending, muted }: AlertGroupRow): string =>
  `${firing} of ${alerts} firing${ending && !ending.all ? `, ${ending.alerts} of them ending` : ''}${muted ? `, ${muted} muted: they do not page` : ''}`;

/** State, urgency, service and labels; at the end since when. */
function StateLine({ row }: { row: AlertGroupRow }) {
  const names = useNames();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
      <span className={`flex items-center gap-1.5 rounded-sm bg-panel px-1.5 text-xs leading-5 font-medium ${stateColour(row.status)}`}>
        <StateMark status={row.status} urgency={row.urgency} size={14} isPlain />
        {stateWord(row.status)}
      </span>
      <Word>{row.urgency === 'high' ? 'High urgency' : 'Low urgency'}</Word>
      {row.rehearses && <Word>Rehearsal</Word>}
      {row.storm && <Word>Storm</Word>}
      {marksOf(row).map((mark) => (
        <Word key={mark}>{mark}</Word>
      ))}
      {row.serviceId ? (
        <Link to="/services/$id" params={{ id: row.serviceId }} className="hover:text-ink hover:underline">
          {names.service(row.serviceId)}
        </Link>
      ) : (
        <span>paged manually</span>
      )}
      {names.serviceRow(row.serviceId)?.state === 'archived' && (
        <span className="text-warn">archived: the managers of its team are paged</span>
      )}
      {row.rehearses && names.serviceRow(row.serviceId)?.rehearsingSince && <span className="text-alarm">rehearsing: no one is paged</span>}
      <span className="sm:ml-auto">
        <Extent row={row} />
      </span>
    </div>
  );
}

const Word = ({ children }: { children: string }) => (
  <span className="rounded-sm bg-panel px-1.5 text-xs leading-5 text-ink">{children}</span>
);

/** Since when. */
const Extent = ({ row: { status, resolvedAt, firingSince } }: { row: AlertGroupRow }) =>
  status === 'resolved' && resolvedAt ? (
    <>
      resolved <Ago at={resolvedAt} />,{' '}
      <MomentLink at={resolvedAt}>
        <At at={resolvedAt} />
      </MomentLink>
    </>
  ) : (
    <>
      {status === 'firing' ? 'firing ' : ''}for{' '}
      <MomentLink at={firingSince}>
        <Since at={firingSince} />
      </MomentLink>
    </>
  );

/** Number of alerts, where they are more than one. */
function Numbers({ row }: { row: AlertGroupRow }) {
  const isOver = row.status === 'resolved';
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted empty:hidden">
      {row.alerts > 1 && <span>{isOver ? `${row.alerts} alerts` : firingWords(row)}</span>}
      {row.cutList && !isOver && <span>{cutText(row.cutList, row.firing)}</span>}
      <NewInStorm row={row} />
      {row.counted > 0 && <span>at least {row.counted.toLocaleString('en')} more firing, not listed</span>}
    </p>
  );
}

const Links = ({ row: { links } }: { row: AlertGroupRow }) =>
  links.map(({ href, text, kind }) => (
    <a key={href} href={href} target="_blank" rel="noreferrer" className={`${buttonClass('quiet', 'tall')} capitalize`}>
      {text || kind} ↗
    </a>
  ));

const NewInStorm = ({ row: { storm, holder } }: { row: AlertGroupRow }) =>
  storm && storm.newSince > 0 && holder ? (
    <span className="font-medium">{storm.newSince.toLocaleString('en')} new since it was acknowledged</span>
  ) : null;

const OfStorm = ({ row: { follows, storm } }: { row: AlertGroupRow }) =>
  follows && (
    <p className="mt-1 text-muted">
      {storm ? 'Part of storm' : 'Linked with'}{' '}
      <Link to="/alerts/$number" params={{ number: String(follows.number) }} className="link">
        #{follows.number}
      </Link>
      : people are paged once for all its groups, and actions here apply to all of them.
    </p>
  );

const calmAt = (quietSince: string): string => new Date(Date.parse(quietSince) + flapping.calm).toISOString();

const Flaps = ({ since, quietSince }: NonNullable<AlertGroupRow['flaps']>) => (
  <p className="mt-3 text-muted">
    It has fired and resolved again and again since <At at={since} />: it stays open, and no one is paged anew.
    {quietSince && (
      <>
        {' '}
        Quiet since <At at={quietSince} />: resolves <AtTime at={calmAt(quietSince)} /> unless it fires again.
      </>
    )}
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
    {row.flaps && <Flaps {...row.flaps} />}
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

/** The ground and edge say the state, too. */
const looks: Record<AlertGroupRow['status'], string> = {
  firing: 'border-alarm-line bg-alarm-tint border-l-alarm',
  acknowledged: 'border-held-line bg-held-tint border-l-held',
  snoozed: 'border-snoozed-line bg-snoozed-tint border-l-snoozed',
  suppressed: 'border-quiet-line bg-quiet-tint border-l-quiet',
  resolved: 'border-done-line bg-done-tint border-l-done',
};
const lowFiring = 'border-low-line bg-low-tint border-l-low';

/** Header, in this order: problem, assignee or next notification, main action. Parts that load later move no button. */
export function Hero({ row }: { row: AlertGroupRow }) {
  const isNarrow = useIsNarrow();
  const links = row.links.length > 0 && <Links row={row} />;
  return (
    <header
      className={`grid gap-2 rounded-lg border border-l-4 px-4 py-4 sm:px-5 ${row.status === 'firing' && row.urgency === 'low' ? lowFiring : looks[row.status]}`}
    >
      <StateLine row={row} />
      <h1 className="text-xl font-semibold tracking-[-0.012em] text-balance wrap-anywhere">
        <span className="mr-1.5 font-normal text-muted">#{row.number}</span>
        {row.title}
      </h1>
      <Numbers row={row} />
      <WhoLine row={row} />
      <MutedBy row={row} />
      <OfStorm row={row} />
      <ActBar row={row}>{links && !isNarrow && <span className="ml-auto flex flex-wrap">{links}</span>}</ActBar>
      {links && isNarrow && <p className="flex flex-wrap gap-2">{links}</p>}
      <Annotations row={row} />
      <RefusedNote row={row} />
      <SenderNotes row={row} />
    </header>
  );
}
