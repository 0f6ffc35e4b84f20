import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { ConfigFilesFact, KeyedKind } from '@tocsin/contracts/config-files/noun.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { configurationSequence } from '../../rules/configuration-sequence.js';
import { keyWordOf } from '../../rules/external-key.js';
import { canEverHave, hasOrganisationPermission, hasTeamPermission, isSystem, refusePermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import type { ConfigFilesCommand } from './commands.js';
import { evolveConfigFiles, noConfigFiles, type ConfigFilesState } from './state.js';

type Data<T extends ConfigFilesCommand['type']> = DataOf<ConfigFilesCommand, T>;
type Decide<T extends ConfigFilesCommand['type']> = (
  data: Data<T>,
  state: ConfigFilesState,
  context: ConfigurationContext,
) => Decision<ConfigFilesFact>;

/** The team that decides about a thing. Null: the organisation. */
const teamIdOf: { readonly [K in KeyedKind]: (id: string, reads: ConfigurationReads) => string | null | undefined } = {
  Team: (id, { teams }) => teams.get(id)?.id,
  Connection: (id, { connections }) => (connections.get(id) ? null : undefined),
  Schedule: (id, { schedules }) => schedules.get(id)?.teamId,
  Policy: (id, { policies }) => policies.get(id)?.teamId,
  Service: (id, { services }) => services.get(id)?.teamId,
  Integration: (id, { integrations }) => integrations.get(id)?.teamId,
  Heartbeat: (id, { heartbeats, integrations }) => integrations.get(heartbeats.get(id)?.integrationId ?? '')?.teamId,
  MaintenanceWindow: (id, { maintenanceWindows }) => maintenanceWindows.get(id)?.teamId,
  LookupTable: (id, { lookupTables }) => lookupTables.get(id)?.teamId,
  InhibitionRule: (id, { inhibitionRules }) => inhibitionRules.get(id)?.teamId,
};

const isAllowed = (teamId: string | null, context: ConfigurationContext): boolean =>
  teamId === null
    ? hasOrganisationPermission(context, 'service.configure')
    : hasTeamPermission(context, 'service.configure', context.reads.teams.get(teamId));

const setKey: Decide<'SetExternalKey'> = (data, state, context) => {
  const { kind, id, externalKey } = data;
  const teamId = teamIdOf[kind](id, context.reads);
  if (teamId === undefined) return refuse('config.item_not_found', {}, 'id');
  if (!isAllowed(teamId, context)) return refusePermission('an owner, an admin or a manager of the team');
  const word = externalKey === null ? undefined : keyWordOf(kind, externalKey);
  if (state.keyOf.get(id) === word) return new Nothing();
  const holder = word === undefined ? undefined : state.keys.get(word);
  if (holder === undefined) return [{ type: 'ExternalKeySet', data }];
  // the thing was created with a key that another one got at the same moment: it stays without
  return isSystem(context) ? new Nothing() : refuse('config.external_key_taken', { name: holder }, 'externalKey');
};

/** Until an apply makes no progress any more, no other one begins. */
const isGoingOn = (running: ConfigFilesState['running'], now: string): boolean =>
  running !== null && addMillis(running.lastAt, fileLimits.applyStalled) > now;

const prepare: Decide<'PrepareConfigSteps'> = ({ planId, part, steps }, { prepared, running }, context) => {
  if (!canEverHave(context, 'config.apply')) return refusePermission('an owner, an admin, a manager or a token that may apply files');
  if (prepared?.planId === planId && prepared.parts > part) return new Nothing();
  if (running && isGoingOn(running, context.now)) return refuse('config.apply_running', { source: running.source });
  return [{ type: 'ConfigStepsPrepared', data: { planId, part, steps: [...steps] } }];
};

const start: Decide<'StartConfigApply'> = (data, state, context) => {
  if (!canEverHave(context, 'config.apply')) return refusePermission('an owner, an admin, a manager or a token that may apply files');
  const { prepared, running } = state;
  if (running?.planId === data.planId) return new Nothing();
  // another one recorded its steps in between
  if (prepared?.planId !== data.planId || prepared.steps.length !== data.steps) return refuse('config.stale');
  if (!running) return [{ type: 'ConfigApplyStarted', data }];
  if (isGoingOn(running, context.now)) return refuse('config.apply_running', { source: running.source });
  const { planId, next: step } = running;
  const about = running.steps[step - 1]?.about ?? '';
  return [
    { type: 'ConfigApplyStopped', data: { planId, step, about, because: 'stalled' } },
    { type: 'ConfigApplyStarted', data },
  ];
};

/** The commands of a plan go out one by one: each once the one before is on the log, so a server that stops in between continues there. */
const takeStep: Decide<'TakeConfigStep'> = ({ planId, step }, { running }) => {
  if (running?.planId !== planId || running.next !== step) return new Nothing();
  const { source, commit } = running;
  const owned = [...(running.steps[step - 1]?.owned ?? [])];
  const taken = running.steps[step];
  if (!taken) return [{ type: 'ConfigApplied', data: { planId, source, commit, owned } }];
  return [{ type: 'ConfigStepTaken', data: { planId, source, commit, step, command: taken.command, about: taken.about, owned } }];
};

const stop: Decide<'StopConfigApply'> = ({ planId, step }, { running }) =>
  running?.planId === planId
    ? [{ type: 'ConfigApplyStopped', data: { planId, step, about: running.steps[step]?.about ?? '', because: 'refused' } }]
    : new Nothing();

const singleStream = () => '';

/** External keys, what files own, and one apply after the other: one stream, so that each is decided in turn. */
export const configFilesDecider: Decider<ConfigFilesState, ConfigFilesCommand, ConfigFilesFact, ConfigurationReads> = {
  category: 'config-files',
  isSingle: true,
  isInMemory: true,
  initial: noConfigFiles,
  sequenceOf: () => configurationSequence,
  streamId: {
    SetExternalKey: singleStream,
    PrepareConfigSteps: singleStream,
    StartConfigApply: singleStream,
    TakeConfigStep: singleStream,
    StopConfigApply: singleStream,
  },
  decide: {
    SetExternalKey: setKey,
    PrepareConfigSteps: prepare,
    StartConfigApply: start,
    TakeConfigStep: takeStep,
    StopConfigApply: stop,
  },
  evolve: evolveConfigFiles,
};

const sameInput = sameFor<ConfigFilesCommand>();

export const inputs: InputsOf<ConfigFilesFact, ConfigFilesCommand, 'ConfigStepTaken' | 'ConfigApplied'> = {
  ExternalKeySet: sameInput('SetExternalKey'),
  ConfigStepsPrepared: sameInput('PrepareConfigSteps'),
  ConfigApplyStarted: sameInput('StartConfigApply'),
  ConfigApplyStopped: ({ planId, step }, batch) => {
    const started = batch.find(({ type }) => type === 'ConfigApplyStarted');
    return started ? sameInput('StartConfigApply')(started.data) : { type: 'StopConfigApply', data: { planId, step } };
  },
};
