import type { RehearsalRow } from '@tocsin/contracts/alert-groups/rehearsals.js';
import { relayProblemOf } from '@tocsin/contracts/relays/rehearsal-relay.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { useCount, useEvery, useView } from '../../data/cache/use-view.js';
import { whoMay } from '../../data/session/who-may.js';
import { say } from '../../data/toasts.js';
import { useNames } from '../../data/words/names.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm.js';
import { Person } from '../../ui/person.js';
import { Panel } from '../../ui/panel.js';
import { At } from '../../ui/time.js';
import { WhenRead } from '../../ui/when-read.js';

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
      <RelayState service={service} />
      {!may && <BarredHint>Only {whoMay('service.configure')} can take it live.</BarredHint>}
      <WouldHavePaged serviceId={service.id} />
    </div>
  );
}

/** Without a relay the old system pages for nothing, and there is nothing to compare. */
function RelayState({ service }: { service: ServiceRow }) {
  const [integrations, relays] = [useEvery('integrations'), useEvery('relays')];
  if (!integrations.data || !relays.data) return null;
  const problem = relayProblemOf(service, integrations.data.rows, relays.data.rows);
  return (
    problem && (
      <p className="text-alarm">
        {problem.why}{' '}
        {problem.kind === 'failing' ? (
          <>
            Since <At at={problem.since} />.
          </>
        ) : (
          'As long as senders send only here, the old system pages no one either: set a relay at an integration.'
        )}
      </p>
    )
  );
}

function GoLive({ service: { id: serviceId, teamId, name } }: { service: ServiceRow }) {
  const [isOpen, setOpen] = useState(false);
  const goLive = useCommand('TakeServiceLive', `take ${name} live`);
  const params = useMemo(
    () => ({ where: { serviceId: [serviceId], status: ['firing', 'acknowledged', 'snoozed', 'suppressed'] } }),
    [serviceId],
  );
  const open = useCount('alertGroups', params, isOpen);
  const taken = { onSuccess: () => say({ kind: 'done', title: `${name} is live` }) };
  return (
    <>
      <Button kind="act" busy={goLive.isPending} onClick={() => setOpen(true)}>
        Go live
      </Button>
      {isOpen && (
        <ConfirmDialog
          isFinal
          title={`Take ${name} live?`}
          act="Go live"
          onConfirm={() => goLive.mutate({ teamId, serviceId }, taken)}
          onClose={() => setOpen(false)}
        >
          <p>From now on its alerts page people. It can’t rehearse again.</p>
          {open !== undefined && <p className="mt-2 text-muted">{openWords(open)}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}

const openWords = (open: number): string => {
  if (open === 0) return 'No alert is open.';
  const subject = open === 1 ? '1 open alert pages' : `${open.toLocaleString('en')} open alerts page`;
  return `${subject} people from the next message or step on. What was escalated to the end already pages no one: look through them.`;
};

/** Most groups that are summed up. */
const mostSummed = 200;

function WouldHavePaged({ serviceId }: { serviceId: string }) {
  const params = useMemo(() => ({ where: { serviceId: [serviceId] }, sort: 'openedAt', desc: true, limit: mostSummed }), [serviceId]);
  const reading = useView('rehearsals', params);
  const rows = reading.data?.rows ?? [];
  return (
    <Panel title="Who would have been paged">
      <WhenRead of={[reading]} what="Who would have been paged">
        {rows.length === 0 ? <p className="text-muted">No alerts yet.</p> : <People rows={rows} />}
      </WhenRead>
    </Panel>
  );
}

function People({ rows }: { rows: readonly RehearsalRow[] }) {
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
const sumByPerson = (rows: readonly RehearsalRow[]): readonly Sum[] => {
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
