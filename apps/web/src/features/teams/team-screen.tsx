import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../data/session/session.js';
import { useAll, useEvery, useRow } from '../../data/cache/use-view.js';
import { Button } from '../../ui/button.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { DialogButton } from '../../ui/resource/form-dialog.js';
import { OwnedByFile } from '../config-files/shared/owned-by-file.js';
import { EventSubscriptions } from '../event-subscriptions/shared/event-subscription-list.js';
import { useCreatePolicy } from '../policies/shared/use-create-policy.js';
import { MissingScreen, Nothing, Screen, Section } from '../../ui/screen.js';
import { ScreenReading, WhenSettled, WhenRead, type UpperPart } from '../../ui/when-read.js';
import { TeamRemoval } from './team-removal.js';
import { Members } from './members.js';
import { Rename } from './rename.js';

const QuarterPackDialog = lazyPart(() => import('./quarter-pack-dialog.js'), 'QuarterPackDialog');

/** A team: its people, services and policies. */
export function TeamScreen({ id, readiness: Readiness }: { id: string; readiness: UpperPart<{ id: string }> }) {
  const reading = useRow('teams', id);
  const { data } = reading;
  const team = data?.row;
  const may = useMay('team.configure', { teamId: id });
  const mayExport = useMay('pack.quarter', { teamId: id });
  const owned = [useEvery('services'), useEvery('policies'), useEvery('tokens'), useEvery('eventSubscriptions')];
  if (data?.row === null || team?.removed) return <MissingScreen what="team" />;
  if (!team) return <ScreenReading of={reading} what="team" />;
  return (
    <Screen
      narrow
      title={team.name}
      aside={
        <>
          {mayExport && (
            <DialogButton label="Export a quarter" renderDialog={(close) => <QuarterPackDialog team={team} onClose={close} />} />
          )}
          {may && <Rename team={team} />}
        </>
      }
    >
      {team.description && <p className="-mt-3 mb-5 text-muted">{textOrErased(team.description)}</p>}
      <Readiness
        id={id}
        below={
          <>
            <OwnedByFile id={team.id} className="mb-5" />
            <Members team={team} may={may} />
            <div className="mt-5">
              <WhenSettled of={owned}>
                <TeamProperty team={team} />
                <EventSubscriptions title="Event subscriptions" teamId={team.id} />
                <TeamRemoval team={team} />
              </WhenSettled>
            </div>
          </>
        }
      />
    </Screen>
  );
}

function TeamProperty({ team }: { team: TeamRow }) {
  const services = useAll('services').filter(({ teamId }) => teamId === team.id);
  const policies = useAll('policies').filter(({ teamId, removed }) => teamId === team.id && !removed);
  const may = useMay('service.configure', { teamId: team.id });
  const readings = [useEvery('services'), useEvery('policies')];
  const { isBusy, createIn } = useCreatePolicy();

  return (
    <WhenRead of={readings} what="Services and policies">
      <Section title="Services">
        {services.length === 0 && <Nothing>None yet.</Nothing>}
        <ul>
          {services.map(({ id, name, state }) => (
            <li key={id} className="py-1">
              <Link to="/services/$id" params={{ id }} className="link">
                {name}
              </Link>
              {state === 'archived' && <span className="text-muted"> archived</span>}
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="Escalation policies"
        aside={
          may && (
            <Button busy={isBusy} onClick={() => void createIn(team).catch(() => undefined)}>
              New policy
            </Button>
          )
        }
      >
        {policies.length === 0 && <Nothing>None yet.</Nothing>}
        <ul>
          {policies.map(({ id, name, steps }) => (
            <li key={id} className="py-1">
              <Link to="/policies/$id" params={{ id }} className="link">
                {name}
              </Link>{' '}
              <span className="text-muted">
                {steps.length} {steps.length === 1 ? 'step' : 'steps'}
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </WhenRead>
  );
}
