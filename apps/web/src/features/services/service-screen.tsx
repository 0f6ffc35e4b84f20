import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useNames } from '../../data/names.js';
import { useMay } from '../../data/session.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/use-command.js';
import { useRow, useView } from '../../data/use-view.js';
import { Button } from '../../ui/button.js';
import { LastGroups } from '../../ui/last-groups.js';
import { NotHere, Screen, Section, Unshown, Waiting } from '../../ui/screen.js';
import { Integrations } from './integrations.js';
import { ServiceSettings } from './service-settings.js';

/** One service: what is connected, whom it pages, what it did last. */
export function ServiceScreen({ id }: { id: string }) {
  const { data, error, refetch } = useRow('services', id);
  const names = useNames();
  const service = data?.row;
  const may = useMay('service.configure', { teamId: service?.teamId ?? null });
  const test = useCommand('SendTestAlert', 'send a test alert');
  const params = useMemo(() => ({ where: { serviceId: [id] }, sort: 'openedAt', desc: true, limit: 8 }), [id]);
  const groups = useView('alertGroups', params).data?.rows ?? [];

  if (data?.row === null) return <NotHere what="service" />;
  if (error && !data) return <Unshown error={error} again={() => void refetch()} />;
  if (!service)
    return (
      <Screen title="…">
        <Waiting />
      </Screen>
    );
  return (
    <Screen
      narrow
      title={service.name}
      aside={
        service.state === 'active' && (
          <Button
            busy={test.isPending}
            onClick={() =>
              test.mutate(
                { serviceId: id },
                {
                  onSuccess: () =>
                    say({ kind: 'done', title: 'Test alert sent', detail: 'It pages only you, and ends by itself after 10 minutes.' }),
                },
              )
            }
          >
            Send a test alert
          </Button>
        )
      }
    >
      <p className="-mt-3 mb-8 text-muted">
        {service.state === 'archived' && <span className="font-medium text-warn">Archived. </span>}
        Owned by{' '}
        <Link to="/teams/$id" params={{ id: service.teamId }} className="link">
          {names.team(service.teamId)}
        </Link>
        , pages by{' '}
        <Link to="/policies/$id" params={{ id: service.policyId }} className="link">
          {names.policy(service.policyId)}
        </Link>
        {service.runbook && (
          <>
            ,{' '}
            <a href={service.runbook} className="link" target="_blank" rel="noreferrer">
              runbook ↗
            </a>
          </>
        )}
        . {service.description}
      </p>
      <Section title="What was last">
        <LastGroups rows={groups} />
      </Section>
      <Integrations service={service} may={may} />
      {may && <ServiceSettings key={service.id} service={service} />}
    </Screen>
  );
}
