import type { MessagesAnswer } from '@tocsin/contracts/alert-groups/messages.js';
import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, BellOff, ChevronRight, Smartphone, UserRoundCheck, type LucideIcon } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';
import { useAll, useView } from '../../../data/cache/use-view.js';
import { useClock } from '../../../data/time/clock.js';
import { clockTime, relative, span } from '../../../data/time/times.js';
import { useNames } from '../../../data/words/names.js';
import { AvatarRow } from '../../../ui/person.js';
import { nextHandoffs, peopleOf } from '../../on-call/shared/on-call-words.js';

const minute = 60_000;
const oldestSilences = { where: { state: ['active'] }, limit: 50 };
const newestMessage = { limit: '1' };

interface FactProps {
  icon: LucideIcon;
  title: string;
  /** The finding, in a few words. */
  says: string;
  children?: ReactNode;
}

const Fact = ({ icon: Icon, title, says, children }: FactProps) => (
  <div className="grid content-start gap-1 border-line-soft px-5 py-4 max-lg:border-t lg:not-first:border-l">
    <dt className="flex items-center gap-2 text-xs text-muted">
      <Icon aria-hidden size={14} strokeWidth={1.5} />
      {title}
    </dt>
    <dd className="text-base font-semibold">{says}</dd>
    {children && <dd className="flex min-w-0 items-center gap-1.5 text-muted">{children}</dd>}
  </div>
);

/** What tells a quiet night from a broken one: the last page, the next handoff, the oldest silence, the last alert. */
export function QuietFacts() {
  const now = useClock((time) => time - (time % minute));
  return (
    <dl className="grid w-full border-t border-line-soft text-left sm:grid-cols-2 lg:grid-cols-4">
      <LastPage now={now} />
      <NextHandoff now={now} />
      <OldestSilence now={now} />
      <LastAlert />
    </dl>
  );
}

function LastPage({ now }: { now: number }) {
  const names = useNames();
  const { data } = useQuery({
    queryKey: keys.messages(newestMessage),
    queryFn: ({ signal }) => api<MessagesAnswer>('GET', `/messages?${new URLSearchParams(newestMessage)}`, { signal }),
  });
  const message = data?.messages[0];
  if (!message) return <Fact icon={Smartphone} title="Last page" says={data ? 'None yet' : '…'} />;
  return (
    <Fact icon={Smartphone} title="Last page" says={clockTime(message.endedAt ?? message.startedAt ?? message.dueAt, now)}>
      <span className="truncate">
        {names.person(message.personId)},{' '}
        <Link to="/alerts/$number" params={{ number: String(message.number) }} className="link">
          #{message.number}
        </Link>
      </span>
    </Fact>
  );
}

function NextHandoff({ now }: { now: number }) {
  const names = useNames();
  const [next] = nextHandoffs(useAll('onCall').filter(({ removed }) => !removed));
  if (!next) return <Fact icon={UserRoundCheck} title="Next handoff" says="None planned" />;
  const people = (ids: readonly string[]) => ids.map((id) => ({ id, name: names.person(id) }));
  return (
    <Fact
      icon={UserRoundCheck}
      title="Next handoff"
      says={`${clockTime(next.nextAt, now)}, in ${span(Math.max(0, Date.parse(next.nextAt) - now))}`}
    >
      <AvatarRow max={2} people={people(peopleOf(next))} />
      <ChevronRight aria-label="then" size={12} className="shrink-0" />
      <AvatarRow max={2} people={people(next.next)} />
      <Link to="/schedules/$id" params={{ id: next.id }} className="min-w-0 truncate py-0.5 hover:text-ink hover:underline">
        {next.name}
      </Link>
    </Fact>
  );
}

function OldestSilence({ now }: { now: number }) {
  const rows = useView('silences', oldestSilences).data?.rows;
  const oldest = useMemo(() => rows?.toSorted((one, other) => one.from.localeCompare(other.from))[0], [rows]);
  if (!oldest) return <Fact icon={BellOff} title="Oldest silence" says={rows ? 'None' : '…'} />;
  return (
    <Fact icon={BellOff} title="Oldest silence" says={span(Math.max(0, now - Date.parse(oldest.from)))}>
      <Link to="/silences" className="link min-w-0 truncate">
        {textOrErased(oldest.comment) || 'Silence'}
      </Link>
      <span className="whitespace-nowrap">ends {clockTime(oldest.until, now)}</span>
    </Fact>
  );
}

function LastAlert() {
  const rows = useAll('arrivals');
  const last = rows
    .map(({ lastAt }) => lastAt)
    .toSorted()
    .at(-1);
  const ago = useClock((now) => (last === undefined ? null : relative(Math.max(0, now - Date.parse(last)))));
  const sources = rows.length === 1 ? '1 integration has sent' : `${rows.length} integrations have sent`;
  return (
    <Fact icon={Activity} title="Monitoring" says={ago === null ? 'Nothing received' : `Last alert ${ago === 'now' ? 'just now' : ago}`}>
      <Link to="/services" className="hover:text-ink hover:underline">
        {sources}
      </Link>
    </Fact>
  );
}
