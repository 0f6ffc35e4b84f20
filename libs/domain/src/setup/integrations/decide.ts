import type { CommandData, FactOf } from '@tocsin/contracts/catalogue.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { commands as integrationCommands, IntegrationFact, IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { DataOf, Message } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refuseTakenKey } from '../../rules/external-key.js';
import { isNameHeld } from '../../rules/names.js';
import { refusePermission, hasOrganisationPermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { serviceWordOf, decideInTeam, type DecideInTeam, type TeamState, type TeamTables } from '../teams/shared/state.js';
import { refuseForeignId } from '../../rules/foreign-id.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { hasEnded } from './shared/rescued-keys.js';
import { integrationFold } from './views.js';

/** The server adds a new key: its keyed hash, and its vault reference. */
export type IssuedKey = Omit<FactOf<'IntegrationKeyIssued'>, 'teamId' | 'integrationId'>;
export interface CreateIntegrationInternal {
  readonly type: 'CreateIntegration';
  readonly data: CommandData<'CreateIntegration'> & IssuedKey;
}
export interface IssueIntegrationKeyInternal {
  readonly type: 'IssueIntegrationKey';
  readonly data: CommandData<'IssueIntegrationKey'> & IssuedKey;
}
type OfKey = 'RevealIntegrationKey' | 'EndIntegrationKey' | 'KeepIntegrationKey';
/** Commands about one key. The log knows it by its hash; clients use another id. */
interface KeyCommandInternal<T extends OfKey> {
  readonly type: T;
  readonly data: Omit<CommandData<T>, 'keyId'> & { readonly keyHash: string };
}
export interface SetRelayInternal {
  readonly type: 'SetRelay';
  readonly data: FactOf<'RelaySet'>;
}
type Internal = 'SetRelay' | 'CreateIntegration' | 'IssueIntegrationKey' | OfKey;
export type IntegrationCommand =
  | Exclude<Messages<typeof integrationCommands>, { type: Internal }>
  | KeyCommandInternal<'RevealIntegrationKey'>
  | KeyCommandInternal<'EndIntegrationKey'>
  | KeyCommandInternal<'KeepIntegrationKey'>
  | CreateIntegrationInternal
  | SetRelayInternal
  | IssueIntegrationKeyInternal;
type Data<T extends IntegrationCommand['type']> = DataOf<IntegrationCommand, T>;

const create: DecideInTeam<Data<'CreateIntegration'>> = (data, { services, integrations }, context) => {
  const { teamId, serviceId, name, kind, keyHash, keyRef, from, endsAt, externalKey } = data;
  if (!services.get(serviceId)) return refuse('service.not_found', {}, 'serviceId');
  const integrationId = data.integrationId ?? context.newId('integration');
  const existingIntegration = integrations.get(integrationId);
  if (existingIntegration)
    return hasSameSettings(existingIntegration, { serviceId, name, kind })
      ? new Nothing({ integrationId })
      : refuse('conflict.revision', { name: existingIntegration.name });
  const keyElsewhere = refuseForeignId(context.reads.integrations, integrationId);
  if (keyElsewhere) return keyElsewhere;
  if (isNameHeld(integrations, name)) return refuse('integration.name_taken', {}, 'name');
  const limit = integrationLimits.integrationsPerService;
  if (integrations.count(serviceWordOf(serviceId)) >= limit) return refuse('limit.integrations', { limit });
  const takenKey = refuseTakenKey(context, 'Integration', externalKey);
  if (takenKey) return takenKey;
  const keyed = externalKey === undefined ? {} : { externalKey };
  return [
    { type: 'IntegrationCreated', data: { teamId, serviceId, integrationId, name, kind, ...keyed } },
    {
      type: 'IntegrationKeyIssued',
      data: { teamId, integrationId, keyHash, keyRef, ...(from ? { from } : {}), ...(endsAt ? { endsAt } : {}) },
    },
  ];
};

/** Wraps decisions about an existing integration. */
const decideKnown =
  <D extends { readonly integrationId: string }>(
    decide: (data: D, integration: IntegrationRow, state: TeamState) => ReturnType<DecideInTeam<D>>,
  ): DecideInTeam<D> =>
  (data, state) => {
    const integration = state.integrations.get(data.integrationId);
    return integration ? decide(data, integration, state) : refuse('integration.not_found');
  };

const rename = decideKnown<Data<'RenameIntegration'>>((data, integration, { integrations }) => {
  if (integration.name === data.name) return new Nothing();
  if (isNameHeld(integrations, data.name, integration.id)) return refuse('integration.name_taken', {}, 'name');
  return [{ type: 'IntegrationRenamed', data }];
});

/** Only for owners and admins, because signals beyond the limit are refused. */
const limit = decideInTeam<Data<'LimitIntegration'>>(
  'organisation.configure',
  decideKnown((data, { hardLimit = null }) => (hardLimit === data.hardLimit ? new Nothing() : [{ type: 'IntegrationLimited', data }])),
);

/** Only for owners and admins: it sends alerts to another system. */
const setRelay = decideInTeam<Data<'SetRelay'>>(
  'organisation.configure',
  decideKnown((data) => [{ type: 'RelaySet', data }]),
);

const removeRelay = decideInTeam<Data<'RemoveRelay'>>(
  'organisation.configure',
  decideKnown((data, { relay }) => (relay ? [{ type: 'RelayRemoved', data }] : new Nothing())),
);

const changeSenders = decideKnown<Data<'ChangeMailSenders'>>((data, { kind, mailSenders = [] }) => {
  if (kind !== 'mail') return refuse('integration.takes_no_mail', {}, 'integrationId');
  const senders = [...new Set(data.senders)];
  return hasSameSettings({ senders: mailSenders }, { senders })
    ? new Nothing()
    : [{ type: 'MailSendersChanged', data: { ...data, senders } }];
});

const issueKey: DecideInTeam<Data<'IssueIntegrationKey'>> = (data, state, context) =>
  decideKnown<typeof data>((_data, row) => {
    if (row.keys.some(({ keyHash }) => keyHash === data.keyHash)) return new Nothing();
    const limit = integrationLimits.liveKeysPerIntegration;
    const live = row.keys.filter((key) => !hasEnded(key, row, context.now));
    return live.length >= limit ? refuse('limit.integration_keys', { limit }) : [{ type: 'IntegrationKeyIssued', data }];
  })(data, state, context);

const keepKey = decideKnown<Data<'KeepIntegrationKey'>>((data, { keys }) =>
  keys.some(({ keyHash, endsAt }) => keyHash === data.keyHash && endsAt !== undefined)
    ? [{ type: 'IntegrationKeyKept', data }]
    : new Nothing(),
);

const endKey = decideKnown<Data<'EndIntegrationKey'>>((data, { keys }) =>
  keys.some(({ keyHash }) => keyHash === data.keyHash) ? [{ type: 'IntegrationKeyEnded', data }] : new Nothing(),
);

const revealKey = decideKnown<Data<'RevealIntegrationKey'>>((data, { keys }) =>
  keys.some(({ keyHash }) => keyHash === data.keyHash) ? [{ type: 'IntegrationKeyRevealed', data }] : refuse('integration.key_not_found'),
);

/** Its heartbeats would be pinged without being expected. */
const remove: DecideInTeam<Data<'RemoveIntegration'>> = (data, { integrations: known }, { reads }) => {
  if (!known.get(data.integrationId)) return refuse('integration.not_found');
  const heartbeats = reads.heartbeats.where('integrationId', data.integrationId).filter(({ state }) => state !== 'removed');
  if (heartbeats.length > 0)
    return refuse('integration.has_heartbeats', {
      heartbeats: heartbeats
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 200),
    });
  return [{ type: 'IntegrationRemoved', data }];
};

export const integrations: TeamTables<IntegrationCommand, IntegrationFact> = {
  decide: {
    CreateIntegration: decideInTeam('service.configure', create),
    RenameIntegration: decideInTeam('service.configure', rename),
    IssueIntegrationKey: decideInTeam('service.configure', issueKey),
    RevealIntegrationKey: decideInTeam('service.configure', revealKey),
    EndIntegrationKey: decideInTeam('service.configure', endKey),
    KeepIntegrationKey: decideInTeam('service.configure', keepKey),
    LimitIntegration: (data, state, context) =>
      hasOrganisationPermission(context, 'organisation.configure') ? limit(data, state, context) : refusePermission('an owner or an admin'),
    SetRelay: (data, state, context) =>
      hasOrganisationPermission(context, 'organisation.configure')
        ? setRelay(data, state, context)
        : refusePermission('an owner or an admin'),
    RemoveRelay: (data, state, context) =>
      hasOrganisationPermission(context, 'organisation.configure')
        ? removeRelay(data, state, context)
        : refusePermission('an owner or an admin'),
    ChangeMailSenders: decideInTeam('service.configure', changeSenders),
    RemoveIntegration: decideInTeam('service.configure', remove),
  },
  evolve: evolveOf<TeamState, IntegrationRow, IntegrationFact>(
    integrationFold,
    (state, id) => state.integrations.get(id),
    (state, id, row) => ({ ...state, integrations: state.integrations.with(id, row) }),
  ),
};

const sameInput = sameFor<IntegrationCommand>();

const issuedKeyOf = (batch: readonly Message[]): FactOf<'IntegrationKeyIssued'> =>
  batch.find(({ type }) => type === 'IntegrationKeyIssued')!.data as FactOf<'IntegrationKeyIssued'>;

export const inputs: InputsOf<IntegrationFact, IntegrationCommand> = {
  IntegrationCreated: (data, batch) => {
    return { type: 'CreateIntegration', data: { ...issuedKeyOf(batch), ...data } };
  },
  IntegrationRenamed: sameInput('RenameIntegration'),
  IntegrationKeyIssued: sameInput('IssueIntegrationKey'),
  IntegrationKeyEnded: sameInput('EndIntegrationKey'),
  IntegrationKeyKept: sameInput('KeepIntegrationKey'),
  IntegrationKeyRevealed: sameInput('RevealIntegrationKey'),
  IntegrationLimited: sameInput('LimitIntegration'),
  MailSendersChanged: sameInput('ChangeMailSenders'),
  RelaySet: sameInput('SetRelay'),
  RelayRemoved: sameInput('RemoveRelay'),
  IntegrationRemoved: sameInput('RemoveIntegration'),
};
