import type { RehearsalRow } from '@tocsin/contracts/alert-groups/rehearsals.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useView } from '../../data/cache/use-view.js';
import { whoMay } from '../../data/session/who-may.js';
import { useNames } from '../../data/words/names.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Banner } from '../../ui/banner.js';
import { Person } from '../../ui/person.js';
import { Panel } from '../../ui/panel.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';
import { GoLive, RehearsalRelay } from './shared/rehearsal-parts.js';

interface Props {
  service: ServiceRow;
  since: string;
  may: boolean;
}

/** That nobody is paged, who would have been, and the button that ends it. */
export function Rehearsal({ service, since, may }: Props) {
  return (
    <div id="rehearsal" className="mb-5 scroll-mt-20 space-y-3">
      <Banner action={may && <GoLive service={service} />}>
        <b className="font-medium text-alarm">Rehearsing</b> since <At at={since} />: alerts escalate as usual, but no one is paged.
      </Banner>
      <RehearsalRelay service={service} />
      {!may && <BarredHint>Only {whoMay('service.configure')} can take it live.</BarredHint>}
      <WouldHavePaged serviceId={service.id} />
    </div>
  );
}

/** Most groups that are summed up. */
const mostSummed = 200;

function WouldHavePaged({ serviceId }: { serviceId: string }) {
  const params = useMemo(() => ({ where: { serviceId: [serviceId] }, sort: 'openedAt', desc: true, limit: mostSummed }), [serviceId]);
  const reading = useView('rehearsals', params);
  const rows = (reading.data?.rows ?? []).filter(isHere);
  return (
    <Panel
      title="Who would have been paged"
      actions={
        <Link to="/settings/moving-in/side-by-side" className="link">
          Side by side with the old system
        </Link>
      }
    >
      <WhenRead of={[reading]} what="Who would have been paged">
        {rows.length === 0 ? <p className="text-muted">No alerts yet.</p> : <People rows={rows} />}
      </WhenRead>
    </Panel>
  );
}

/** An alert of the old system alone would have paged no one here. */
type OpenedHere = RehearsalRow & { readonly number: number };
const isHere = (row: RehearsalRow): row is OpenedHere => row.number !== null;

function People({ rows }: { rows: readonly OpenedHere[] }) {
  const names = useNames();
  return (
    <>
      <ul className="grid gap-1.5">
        {sumByPerson(rows).map(({ personId, messages, groups, last }) => (
          <li key={personId} className="flex flex-wrap items-center gap-x-3">
            <Person personId={personId} name={names.person(personId)} says={personId === names.me ? 'You' : undefined} />
            <span className="text-muted tabular-nums">
              {messages === 1 ? '1 message' : `${messages.toLocaleString('en')} messages`} for{' '}
              {groups === 1 ? '1 alert' : `${groups.toLocaleString('en')} alerts`}, last{' '}
              <Link to="/alerts/$number" params={{ number: String(last) }} className="link">
                #{last}
              </Link>
            </span>
          </li>
        ))}
      </ul>
      {rows.length === mostSummed && <p className="mt-2 text-xs text-muted">The newest {mostSummed} alerts.</p>}
    </>
  );
}

interface Sum {
  readonly personId: string;
  messages: number;
  groups: number;
  /** Number of the newest group. */
  readonly last: number;
}

/** The most paged first. Rows are newest first. */
const sumByPerson = (rows: readonly OpenedHere[]): readonly Sum[] => {
  const sums = new Map<string, Sum>();
  for (const { number, people } of rows)
    for (const { personId, messages } of people) {
      const sum = sums.get(personId) ?? { personId, messages: 0, groups: 0, last: number };
      sum.messages += messages;
      sum.groups += 1;
      sums.set(personId, sum);
    }
  return [...sums.values()].toSorted((a, b) => b.messages - a.messages);
};
