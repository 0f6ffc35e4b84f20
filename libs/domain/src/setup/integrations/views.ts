import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { IntegrationFact, IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { moveRows } from '../teams/shared/moved-rows.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

const withoutEnd = ({ endsAt: _end, ...key }: IntegrationRow['keys'][number]): IntegrationRow['keys'][number] => key;

export const integrationFold: RowFold<IntegrationRow, IntegrationFact> = {
  id: ({ integrationId }) => integrationId,
  steps: {
    IntegrationCreated: (_row, { integrationId, externalKey: _key, ...rest }) => ({ id: integrationId, ...rest, keys: [], endedKeys: [] }),
    IntegrationRenamed: changeExisting((row, { name }) => ({ ...row, name })),
    IntegrationKeyIssued: changeExisting((row, { keyHash, keyRef, from, endsAt }, { at }) => ({
      ...row,
      keys: [...row.keys, { keyHash, keyRef, since: at, ...(from ? { from } : {}), ...(endsAt ? { endsAt } : {}) }],
    })),
    IntegrationKeyKept: changeExisting((row, { keyHash }) => ({
      ...row,
      keys: row.keys.map((key) => (key.keyHash === keyHash ? withoutEnd(key) : key)),
    })),
    IntegrationKeyEnded: changeExisting((row, { keyHash }, { at }) => {
      const endedEntries = row.keys.flatMap((key) => (key.keyHash === keyHash ? [{ keyHash, since: key.since, until: at }] : []));
      const endedKeys = [...row.endedKeys, ...endedEntries].slice(-integrationLimits.endedKeysKept);
      return { ...row, keys: row.keys.filter((key) => key.keyHash !== keyHash), endedKeys };
    }),
    IntegrationKeyRevealed: changeExisting((row) => row),
    IntegrationLimited: changeExisting((row, { hardLimit }) => ({ ...row, hardLimit })),
    MailSendersChanged: changeExisting((row, { senders }) => ({ ...row, mailSenders: senders })),
    RelaySet: changeExisting((row, { relayRef, host, header, field }, { at }) => ({
      ...row,
      relay: { relayRef, host, header, field, since: at },
    })),
    RelayRemoved: changeExisting(({ relay: _relay, ...row }) => row),
    IntegrationRemoved: () => null,
  },
};

export const integrationsView = viewOf('integrations', integrationFold, {
  on: { TeamTookOver: moveRows(({ integrations }) => integrations) },
  columns: { teamId: (row) => row.teamId, serviceId: (row) => row.serviceId, kind: (row) => row.kind },
  version: 2,
});
