import type { IntegrationAddressShown, IntegrationKeysShown } from '@tocsin/contracts/http.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { IntegrationShown } from '@tocsin/contracts/integrations/noun.js';
import { foreignSystems } from '@tocsin/contracts/moving-in/systems.js';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { AddressBox } from './shared/address-box.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Ago, At } from '../../ui/time.js';

/** A key that the vault has no more is not answered. */
const isWhole = (says: Partial<IntegrationAddressShown>): says is IntegrationAddressShown => says.address !== undefined;

type Live = IntegrationKeysShown['keys'][number];

/** The keys of an integration: shown on demand, changed with an overlap. */
export function Keys({ row, answer }: { row: IntegrationShown; answer: IntegrationKeysShown | undefined }) {
  const { teamId, id: integrationId } = row;
  const issue = useCommand('IssueIntegrationKey', 'issue a second key');
  const [made, setMade] = useState<IntegrationAddressShown | null>(null);
  const refused = new Map(answer?.ended.map((key) => [key.keyId, key.refused]));
  const live = row.keys.filter(({ keyId }) => !refused.has(keyId));
  const own = live.filter(({ from }) => from === undefined);
  const over = row.keys.flatMap(({ keyId, endsAt }) => (endsAt !== undefined && refused.has(keyId) ? [{ keyId, until: endsAt }] : []));
  const used = new Map(answer?.keys.map((key) => [key.keyId, key.lastUsedAt]));
  return (
    <div>
      <ul>
        {live.map(({ keyId, since, from, endsAt }, n) => (
          <KeyLine
            key={keyId}
            row={row}
            live={{ keyId, since, lastUsedAt: used.get(keyId) ?? null }}
            endsAt={endsAt}
            name={
              from
                ? `The key from ${foreignSystems[from].title}`
                : own.length === 1
                  ? 'The key'
                  : n === 0
                    ? 'The older key'
                    : 'The newer key'
            }
          />
        ))}
        {[...row.endedKeys, ...over].toReversed().map((key) => (
          <li key={key.keyId} className="flex flex-wrap items-baseline gap-x-3 py-1 text-muted">
            <span>
              Ended <At at={key.until} />
            </span>
            <RefusedSignals refused={refused.get(key.keyId) ?? null} />
          </li>
        ))}
      </ul>
      {live.length < integrationLimits.liveKeysPerIntegration && (
        <Button
          className="mt-2"
          busy={issue.isPending}
          onClick={() => issue.mutate({ teamId, integrationId }, { onSuccess: ({ says }) => setMade(says) })}
        >
          Issue a second key
        </Button>
      )}
      {own.length > 1 && (
        <p className="mt-1 text-xs text-muted">Use the newer key in your monitoring; revoke the older one when it is no longer used.</p>
      )}
      {made && <AddressDialog title="The new key" endpoint={made} onClose={() => setMade(null)} />}
    </div>
  );
}

interface KeyLineProps {
  row: IntegrationShown;
  live: Live;
  name: string;
  /** It ends by itself. */
  endsAt: string | undefined;
}

function KeyLine({ row, live, name, endsAt }: KeyLineProps) {
  const { teamId, id: integrationId } = row;
  const reveal = useCommand('RevealIntegrationKey', 'show the key');
  const end = useCommand('EndIntegrationKey', 'end the key');
  const keep = useCommand('KeepIntegrationKey', 'keep the key');
  const [endpoint, setShown] = useState<IntegrationAddressShown | null>(null);
  const { keyId } = live;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <span>{name}</span>
      <span className="text-muted">
        since <At at={live.since} /> ·{' '}
        {live.lastUsedAt ? (
          <>
            last used <Ago at={live.lastUsedAt} />
          </>
        ) : (
          'not used yet'
        )}
        {endsAt !== undefined && (
          <>
            {' · ends '}
            <At at={endsAt} /> if another was used
          </>
        )}
      </span>
      <span className="-mx-3 flex flex-wrap gap-1 sm:mr-0 sm:ml-auto">
        <Button
          kind="quiet"
          busy={reveal.isPending}
          onClick={() => reveal.mutate({ teamId, integrationId, keyId }, { onSuccess: ({ says }) => isWhole(says) && setShown(says) })}
        >
          Show address and key
        </Button>
        {endsAt !== undefined && (
          <Button kind="quiet" busy={keep.isPending} onClick={() => keep.mutate({ teamId, integrationId, keyId })}>
            Keep
          </Button>
        )}
        {row.keys.length > 1 && (
          <Confirm
            label="Revoke this key"
            says={`${live.lastUsedAt ? 'It is still in use. ' : ''}Sources that use it are refused from now on, and counted here.`}
            act="Revoke key"
            busy={end.isPending}
            onConfirm={() => end.mutate({ teamId, integrationId, keyId })}
          />
        )}
      </span>
      {endpoint && <AddressDialog title={name} endpoint={endpoint} onClose={() => setShown(null)} />}
    </li>
  );
}

const AddressDialog = ({ title, endpoint, onClose }: { title: string; endpoint: IntegrationAddressShown; onClose: () => void }) => (
  <Dialog wide isSecret title={title} onClose={onClose}>
    <p className="mb-4 text-muted">Anyone who has it can open alert groups here. The history records that you viewed it.</p>
    <AddressBox endpoint={endpoint} />
    <DialogButtons>
      <Button kind="act" onClick={onClose}>
        Done
      </Button>
    </DialogButtons>
  </Dialog>
);

/** A sender that was forgotten: it still uses a key that was ended. */
export function RefusedSignals({ refused }: Pick<IntegrationKeysShown['ended'][number], 'refused'>) {
  if (!refused) return <span>not used since</span>;
  const { times, at } = refused;
  return (
    <span className="text-warn">
      {times === 1 ? '1 request' : `${times} requests`} refused, the last <Ago at={at} />
    </span>
  );
}
