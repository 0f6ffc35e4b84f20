import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { integrationKeysQuery } from './use-integration-keys.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useView } from '../../data/cache/use-view.js';
import { integrationTraits } from '@tocsin/contracts/integrations/kinds.js';
import { LastSignal } from './shared/last-signal.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Nothing, Section } from '../../ui/screen.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { WhenRead } from '../../ui/when-read.js';
import { At } from '../../ui/time.js';
import { MappingOf } from '../mappings/shared/mapping-of-integration.js';
import { OwnedByFile } from '../config-files/shared/owned-by-file.js';
import { AddRoutes, RoutedHere, RoutesOf } from '../route-rules/shared/routes-of-service.js';
import { ConnectDialog } from './connect-dialog.js';
import { HardLimit } from './hard-limit.js';
import { MailSenders } from './mail-senders.js';
import { RefusedLately } from './refused-lately.js';
import { Keys, RefusedSignals } from './integration-keys.js';

const Relay = lazyPart(() => import('./relay.js'), 'Relay');

export function useIntegrations(serviceId: string) {
  return useView(
    'integrations',
    useMemo(() => ({ where: { serviceId: [serviceId] }, limit: 50 }), [serviceId]),
  );
}

/** The list of a service’s integrations. */
export function Integrations({ service, may }: { service: ServiceRow; may: boolean }) {
  const reading = useIntegrations(service.id);
  const rows = reading.data?.rows ?? [];
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Section id="integrations" title="Integrations" aside={may && <Button onClick={() => setOpen(true)}>Connect integration</Button>}>
        <WhenRead of={[reading]} what="The integrations">
          {rows.length === 0 && <Nothing>No integrations yet: this service is paged manually, or by routes of other integrations.</Nothing>}
          <ul>
            {rows.map((row) => (
              <IntegrationLine key={row.id} row={row} may={may} isOnly={rows.length === 1} />
            ))}
          </ul>
          <RoutedHere serviceId={service.id} />
        </WhenRead>
        {isOpen && <ConnectDialog service={service} onClose={() => setOpen(false)} />}
      </Section>
      {rows.map((row) => (
        <RoutesOf key={row.id} integration={row} may={may} />
      ))}
    </>
  );
}

function IntegrationLine({ row, may, isOnly }: { row: IntegrationShown; may: boolean; isOnly: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { data: answer } = useQuery(integrationKeysQuery(row.id));
  const lostSenders = answer?.ended.filter(({ refused }) => refused !== null) ?? [];
  return (
    <li className="border-b border-line/70 py-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3">
        <span className="font-medium">{row.name}</span>
        <span className="flex flex-wrap gap-x-3 max-sm:order-last max-sm:basis-full">
          <span className="text-muted">{integrationTraits[row.kind].name}</span>
          {row.hardLimit && <span className="text-muted">at most {row.hardLimit.toLocaleString('en-GB')} requests in 5 min</span>}
          <LastSignal integrationId={row.id} waiting="No alerts yet" />
        </span>
        {may && (
          <Button kind="quiet" className="ml-auto" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : 'Settings'}
          </Button>
        )}
      </div>
      {!isOpen &&
        lostSenders.map((ended) => (
          <p key={ended.keyId} className="text-xs">
            <span className="text-warn">
              With the revoked key <At at={ended.until} />:{' '}
            </span>
            <RefusedSignals refused={ended.refused} />
          </p>
        ))}
      {isOpen && (
        <div className="mt-2 mb-4 space-y-3">
          <OwnedByFile id={row.id} />
          <Keys row={row} answer={answer} />
          <RefusedLately refusals={answer?.refusedLately ?? []} />
          <MappingOf integration={row} />
          <AddRoutes integration={row} />
          {row.kind === 'mail' && <MailSenders key={row.mailSenders?.join(' ')} row={row} />}
          {row.kind !== 'mail' && <Relay row={row} />}
          <HardLimit key={row.hardLimit ?? ''} row={row} />
          <div className="-ml-3">
            <Remove row={row} isOnly={isOnly} />
          </div>
        </div>
      )}
    </li>
  );
}

function Remove({ row, isOnly }: { row: IntegrationShown; isOnly: boolean }) {
  const remove = useCommand('RemoveIntegration', `remove ${row.name}`);
  return (
    <Confirm
      label="Remove"
      says={`What ${row.name} sends is refused from now on.${isOnly ? ' Nothing else is connected to this service.' : ''} Its history stays.`}
      act="Remove integration"
      onConfirm={() => remove.mutate({ teamId: row.teamId, integrationId: row.id })}
    />
  );
}
