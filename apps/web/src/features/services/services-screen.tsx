import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useNames } from '../../data/words/names.js';
import { useMay } from '../../data/session/session.js';
import { useTeams } from '../teams/shared/teams.js';
import { useAll, useEvery } from '../../data/cache/use-view.js';
import { whoMay } from '../../data/session/who-may.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Nothing, Screen } from '../../ui/screen.js';
import { WhenRead } from '../../ui/when-read.js';
import { StateMark } from '../alerts/shared/state-mark.js';
import { CreateServiceDialog } from './create-service-dialog.js';
import { CreateTeamDialog } from './create-team-dialog.js';
import { useOpenByService } from './open-groups.js';

/** The services of every team, a line each. */
export function ServicesScreen() {
  const readings = [useEvery('teams'), useEvery('services'), useEvery('policies'), useEvery('integrations')];
  const services = useAll('services');
  const teams = useTeams();
  const mayService = useMay('service.configure');
  const mayTeam = useMay('team.create');
  const [dialog, setDialog] = useState<'service' | 'team' | null>(null);
  return (
    <Screen
      title="Services"
      aside={
        <>
          <Link to="/heartbeats" className={buttonClass('quiet')}>
            Heartbeats
          </Link>
          <Link to="/silences" className={buttonClass('quiet')}>
            Silences
          </Link>
          {mayTeam && (
            <Button kind="quiet" onClick={() => setDialog('team')}>
              New team
            </Button>
          )}
          {mayService && <Button onClick={() => setDialog('service')}>New service</Button>}
        </>
      }
    >
      <WhenRead of={readings} what="The services" lines={6}>
        {!mayService && <p className="-mt-3 mb-4 text-muted">Only {whoMay('service.configure')} can add services.</p>}
        {teams.length === 0 && <Nothing>No teams yet. A team owns its services.</Nothing>}
        {teams.map((team) => (
          <section key={team.id} aria-label={team.name} className="mb-6">
            <h2 className="border-b border-line px-2 pb-1 text-[13px] font-medium">
              <Link to="/teams/$id" params={{ id: team.id }} className="text-muted hover:text-ink">
                {team.name}
              </Link>
            </h2>
            <ServiceLines ids={services.filter(({ teamId }) => teamId === team.id).map(({ id }) => id)} />
          </section>
        ))}
      </WhenRead>
      {dialog === 'service' && <CreateServiceDialog onClose={() => setDialog(null)} />}
      {dialog === 'team' && <CreateTeamDialog onClose={() => setDialog(null)} />}
    </Screen>
  );
}

function ServiceLines({ ids }: { ids: readonly string[] }) {
  const names = useNames();
  const openGroups = useOpenByService();
  const integrations = useAll('integrations');
  if (ids.length === 0) return <Nothing>No services yet.</Nothing>;
  const rows = ids.flatMap((id) => names.serviceRow(id) ?? []);
  return (
    <ul>
      {rows.map((service) => {
        const open = openGroups.get(service.id);
        const connected = integrations.filter(({ serviceId }) => serviceId === service.id).length;
        return (
          <li
            key={service.id}
            className="relative flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line/70 px-2 py-1.5 hover:bg-hover"
          >
            <span className="w-4">{open && <StateMark status={open.worst.status} urgency={open.worst.urgency} />}</span>
            <Link
              to="/services/$id"
              params={{ id: service.id }}
              className={`after:absolute after:inset-0 ${service.state === 'archived' ? 'text-faint' : 'font-medium'}`}
            >
              {service.name}
            </Link>
            <span className="text-muted">{open && `${open.count.toLocaleString('en')} open`}</span>
            <span className="ml-auto text-[13px] text-muted max-sm:w-full max-sm:pl-7">
              {service.state === 'archived'
                ? 'archived'
                : `${names.policy(service.policyId)} · ${connected === 0 ? 'nothing connected' : connected === 1 ? '1 integration' : `${connected} integrations`}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
