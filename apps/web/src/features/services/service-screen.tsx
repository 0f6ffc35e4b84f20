import { useMemo } from 'react';
import { useMay } from '../../data/session/session.js';
import { say } from '../../data/toasts.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useRow, useView } from '../../data/cache/use-view.js';
import { whoMay } from '../../data/session/who-may.js';
import { BarredHint } from '../../ui/barred-hint.js';
import { Button } from '../../ui/button.js';
import { MaintenanceSection } from '../maintenance/shared/maintenance-section.js';
import { LastGroups } from '../alerts/shared/last-groups.js';
import { FollowButton } from '../followers/shared/follow-button.js';
import { MissingScreen, Screen, Section } from '../../ui/screen.js';
import { ScreenReading, WhenSettled, WhenRead, type UpperPart } from '../../ui/when-read.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { Integrations, useIntegrations } from './integrations.js';
import { ServiceFacts } from './service-facts.js';
import { ServiceSettings } from './service-settings.js';

const Rehearsal = lazyPart(() => import('./rehearsal.js'), 'Rehearsal');

/** One service: integrations, paging, recent alert groups. */
export function ServiceScreen({ id, readiness: Readiness }: { id: string; readiness: UpperPart<{ id: string }> }) {
  const reading = useRow('services', id);
  const { data } = reading;
  const service = data?.row;
  const may = useMay('service.configure', { teamId: service?.teamId ?? null });
  const params = useMemo(() => ({ where: { serviceId: [id] }, sort: 'openedAt', desc: true, limit: 8 }), [id]);
  const groups = useView('alertGroups', params);
  const connected = useIntegrations(id);

  if (data?.row === null) return <MissingScreen what="service" />;
  if (!service) return <ScreenReading of={reading} what="service" />;
  return (
    <Screen
      title={service.name}
      aside={
        service.state === 'active' && (
          <div className="flex gap-2">
            <FollowButton serviceId={id} name={service.name} />
            <TestButton serviceId={id} />
          </div>
        )
      }
    >
      {service.state === 'archived' && <p className="-mt-2 mb-4 font-medium text-warn">Archived.</p>}
      {service.rehearsingSince && <Rehearsal service={service} since={service.rehearsingSince} may={may} />}
      <Readiness
        id={id}
        below={
          <WhenSettled of={[groups, connected]}>
            <div className="mt-5 grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_384px]">
              <div className="min-w-0">
                <Section title="Recent alerts">
                  <WhenRead of={[groups]} what="Recent alerts">
                    <LastGroups rows={groups.data?.rows ?? []} />
                  </WhenRead>
                </Section>
                <Integrations service={service} may={may} />
                <MaintenanceSection serviceId={id} />
                {!may && (
                  <BarredHint className="mt-3">Only {whoMay('service.configure')} can change the service and its integrations.</BarredHint>
                )}
                {may && <ServiceSettings key={service.id} service={service} />}
              </div>
              <div className="min-w-0">
                <ServiceFacts service={service} />
              </div>
            </div>
          </WhenSettled>
        }
      />
    </Screen>
  );
}

function TestButton({ serviceId }: { serviceId: string }) {
  const test = useCommand('SendTestAlert', 'send a test alert');
  const send = () =>
    test.mutate(
      { serviceId },
      {
        onSuccess: () =>
          say({ kind: 'done', title: 'Test alert sent', detail: 'It pages only you and resolves automatically after 10 minutes.' }),
      },
    );
  return (
    <Button busy={test.isPending} onClick={send}>
      Send a test alert
    </Button>
  );
}
