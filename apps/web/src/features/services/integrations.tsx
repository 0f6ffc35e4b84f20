import type { IntegrationRow, ServiceRow } from '@tocsin/contracts/services.js';
import { useMemo, useState } from 'react';
import { useCommand } from '../../data/use-command.js';
import { useView } from '../../data/use-view.js';
import { integrationWords } from '../../data/words.js';
import { LastSignal } from '../../ui/last-signal.js';
import { AddressBox } from '../../ui/address-box.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Nothing, Section } from '../../ui/screen.js';
import { At } from '../../ui/time.js';
import { ConnectDialog } from './connect-dialog.js';

/** What sends to this service. */
export function Integrations({ service, may }: { service: ServiceRow; may: boolean }) {
  const params = useMemo(() => ({ where: { serviceId: [service.id] }, limit: 50 }), [service.id]);
  const rows = useView('integrations', params).data?.rows ?? [];
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Connected monitoring" aside={may && <Button onClick={() => setOpen(true)}>Connect</Button>}>
      {rows.length === 0 && <Nothing>Nothing is connected: nobody can be paged for this service but by hand.</Nothing>}
      <ul>
        {rows.map((row) => (
          <IntegrationLine key={row.id} row={row} may={may} isOnly={rows.length === 1} />
        ))}
      </ul>
      {isOpen && <ConnectDialog service={service} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function IntegrationLine({ row, may, isOnly }: { row: IntegrationRow; may: boolean; isOnly: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="border-b border-line/70 py-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3">
        <span className="font-medium">{row.name}</span>
        <span className="text-muted">{integrationWords[row.kind]}</span>
        <LastSignal integrationId={row.id} serviceId={row.serviceId} waiting="Nothing has come yet" />
        {may && (
          <Button kind="quiet" className="ml-auto" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : 'Address and key'}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="mt-3 mb-4 space-y-5">
          <AddressBox integrationId={row.id} />
          <Keys row={row} isOnly={isOnly} />
        </div>
      )}
    </li>
  );
}

function Keys({ row, isOnly }: { row: IntegrationRow; isOnly: boolean }) {
  const { teamId, id: integrationId } = row;
  const issue = useCommand('IssueIntegrationKey', 'issue a second key');
  const end = useCommand('EndIntegrationKey', 'end the key');
  const remove = useCommand('RemoveIntegration', `remove ${row.name}`);
  return (
    <div>
      <h3 className="font-medium">Keys</h3>
      <ul className="mt-1">
        {row.keys.map(({ keyHash, since }) => (
          <li key={keyHash} className="flex items-center gap-3 py-0.5">
            <code className="font-mono text-[12.5px] text-muted">…{keyHash.slice(-8)}</code>
            <span className="text-muted">
              since <At at={since} />
            </span>
            {row.keys.length > 1 && (
              <Confirm
                label="End this key"
                says="Senders that still use it are refused from now on."
                act="End it"
                onConfirm={() => end.mutate({ teamId, integrationId, keyHash })}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        {row.keys.length < 2 && (
          <Button busy={issue.isPending} onClick={() => issue.mutate({ teamId, integrationId })}>
            Issue a second key
          </Button>
        )}
        <Confirm
          label="Remove"
          says={`What ${row.name} sends is refused from now on.${isOnly ? ' Nothing else is connected to this service.' : ''} Its history stays.`}
          act="Remove it"
          onConfirm={() => remove.mutate({ teamId, integrationId })}
        />
      </div>
    </div>
  );
}
