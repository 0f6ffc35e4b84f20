import type { ViewRow } from '@tocsin/contracts/catalogue.js';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { plainName, useNames } from '../../data/words/names.js';
import { useJudge, useMe } from '../../data/session/session.js';
import { useAll, useEvery, useRow, useView } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { DialogBoundary } from '../../ui/part-boundary.js';
import { LastGroups } from '../alerts/shared/last-groups.js';
import { MissingScreen, Nothing, Screen, Section } from '../../ui/screen.js';
import { ScreenReading, WhenSettled, WhenRead, type UpperPart } from '../../ui/when-read.js';
import { Avatar } from '../../ui/avatar.js';
import { Access } from './access.js';
import { DutyPanel } from './duty-panel.js';
import { Erasure } from './erasure.js';
import { Invitation } from './invitation.js';
import { stepsNaming, usePlaces } from './use-places.js';

const PersonPackDialog = lazyPart(() => import('./person-pack-dialog.js'), 'PersonPackDialog');

/** One person: teams, policies that page them, assigned alert groups. */
export function PersonScreen({ id, readiness: Readiness }: { id: string; readiness: UpperPart<{ id: string }> }) {
  const reading = useRow('people', id);
  const { data } = reading;
  const assignedQuery = useMemo(
    () => ({ where: { holderId: [id], status: ['acknowledged', 'snoozed'] }, sort: 'openedAt', desc: true, limit: 20 }),
    [id],
  );
  const groups = useView('alertGroups', assignedQuery);
  const readings = [groups, useEvery('teams'), useEvery('policies')];
  const rows = groups.data?.rows ?? [];
  const person = data?.row;
  if (data?.row === null) return <MissingScreen what="person" />;
  if (!person) return <ScreenReading of={reading} what="person" />;
  const name = plainName(person.name);
  const below = (
    <WhenSettled of={readings}>
      <div className="mt-5 grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_384px]">
        <div className="min-w-0">
          <Section title="Assigned alerts">
            <WhenRead of={[groups]} what="Their assigned alerts">
              {rows.length === 0 ? <Nothing>No alerts.</Nothing> : <LastGroups rows={rows} />}
            </WhenRead>
          </Section>
          {person.state === 'invited' && <Invitation person={person} />}
          {person.state !== 'erased' && <Access person={person} />}
          <Erasure personId={id} name={name} email={person.email} state={person.state} />
        </div>
        <div className="min-w-0">
          {person.state === 'active' && <DutyPanel id={id} />}
          <Places id={id} />
        </div>
      </div>
    </WhenSettled>
  );
  return (
    <Screen title={name} aside={<PersonLinks id={id} name={name} />}>
      <Summary person={person} />
      {person.state === 'active' ? <Readiness id={id} below={below} /> : below}
    </Screen>
  );
}

/** Oneself, and whoever may see their figures. */
function useMayExport(id: string): boolean {
  const isOwn = useMe().personId === id;
  const judge = useJudge('pack.person');
  const teams = useAll('teams');
  return (
    judge({ own: isOwn }) || teams.some(({ id: teamId, members }) => members.some(({ personId }) => personId === id) && judge({ teamId }))
  );
}

/** Other screens about the person. */
function PersonLinks({ id, name }: { id: string; name: string }) {
  const { personId: me } = useMe();
  const [isExporting, setExporting] = useState(false);
  const close = (): void => setExporting(false);
  const mayExport = useMayExport(id);
  return (
    <>
      {mayExport && (
        <Button kind="quiet" size="small" onClick={() => setExporting(true)}>
          Export nights…
        </Button>
      )}
      {isExporting && (
        <DialogBoundary onClose={close}>
          <PersonPackDialog personId={id} name={name} onClose={close} />
        </DialogBoundary>
      )}
      <Link to="/messages" search={{ person: id }} className="link">
        Messages
      </Link>
      <Link to="/why" search={{ person: id }} className="link">
        Why (not) paged?
      </Link>
      {id === me && (
        <Link to="/me" className="link">
          My settings
        </Link>
      )}
    </>
  );
}

/** State, role, address and time zone in one line. */
const Summary = ({ person: { id, name, state, role, auditor, email, timeZone } }: { person: ViewRow<'people'> }) => (
  <div className="mb-5 flex items-center gap-3.5">
    <Avatar personId={state === 'active' ? id : null} name={plainName(name)} size="huge" />
    <p className="min-w-0 text-muted first-letter:uppercase">
      {state !== 'active' && <span className="font-medium text-warn capitalize">{state}. </span>}
      {role}
      {auditor && ', auditor'},{' '}
      {typeof email === 'string' && email !== '' && (
        <>
          <a href={`mailto:${email}`} className="link">
            {email}
          </a>
          ,{' '}
        </>
      )}
      {timeZone}
    </p>
  </div>
);

const stepsInWords = (steps: readonly number[]): string =>
  `${steps.length === 1 ? 'Step' : 'Steps'} ${new Intl.ListFormat('en').format(steps.map(String))}`;

/** Teams and policies of the person. */
function Places({ id }: { id: string }) {
  const names = useNames();
  const readings = [useEvery('teams'), useEvery('policies')];
  const { teams, policies } = usePlaces(id);
  return (
    <Section title="Teams and policies">
      <WhenRead of={readings} what="Their teams and policies">
        {teams.length + policies.length === 0 && <Nothing>In no team and no policy.</Nothing>}
        <ul>
          {teams.map(({ id: teamId, name, role }) => (
            <li key={teamId} className="py-1">
              <span className="capitalize">{role}</span> of{' '}
              <Link to="/teams/$id" params={{ id: teamId }} className="link">
                {name}
              </Link>
            </li>
          ))}
          {policies.map((policy) => (
            <li key={policy.id} className="py-1">
              {stepsInWords(stepsNaming(policy, id))} of{' '}
              <Link to="/policies/$id" params={{ id: policy.id }} className="link">
                {policy.name}
              </Link>{' '}
              <span className="text-muted">({names.team(policy.teamId)})</span>
            </li>
          ))}
        </ul>
      </WhenRead>
    </Section>
  );
}
