import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { HeartbeatFact } from '@tocsin/contracts/heartbeats/noun.js';
import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import { integrationTraits } from '@tocsin/contracts/integrations/kinds.js';
import type { Context, DataOf, Decision, Message } from '@tocsin/kernel/decide/decider.js';
import { Nothing, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import { isNameTaken } from '../../rules/names.js';
import { hasTeamPermission, refusePermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import type { HeartbeatCommand } from './commands.js';
import { cronProblemOf } from './cron.js';
import { defaultGraceOf, isKnownZone } from './marks.js';
import type { HeartbeatReads } from './reads.js';
import { newestEdition } from '../../setup/schedules/shared/latest-zones.js';
import { signalsOf, type SignalFact } from './signal.js';
import type { HeartbeatState } from './state.js';

type State = HeartbeatState | null;
type HeartbeatContext = Context<HeartbeatReads>;
type Data<T extends HeartbeatCommand['type']> = DataOf<HeartbeatCommand, T>;
type Settings = Omit<FactOf<'HeartbeatCreated'>, 'heartbeatId' | 'zones'>;

const refuseIntegration = (integrationId: string, context: HeartbeatContext): Refusal | null => {
  const integration = context.reads.integrations.get(integrationId);
  const team = integration && context.reads.teams.get(integration.teamId);
  if (!hasTeamPermission(context, 'service.configure', team)) return refusePermission('a manager of the team');
  if (!integration) return refuse('integration.not_found', {}, 'integrationId');
  return integrationTraits[integration.kind].pings ? null : refuse('heartbeat.other_integration', {}, 'integrationId');
};

const refuseSchedule = ({ schedule }: Settings): Refusal | null => {
  if (schedule.kind === 'interval') return null;
  const reason = cronProblemOf(schedule.cron);
  if (reason !== null) return refuse('heartbeat.cron_invalid', { reason }, 'schedule.cron');
  return isKnownZone(schedule.zone) ? null : refuse('heartbeat.zone_unknown', {}, 'schedule.zone');
};

const refuseNames = ({ integrationId, name, slug }: Settings, id: string, { reads }: HeartbeatContext): Refusal | null => {
  const others = reads.heartbeats.where('integrationId', integrationId).filter((one) => one.id !== id && one.state !== 'removed');
  if (isNameTaken(others, name)) return refuse('heartbeat.name_taken', {}, 'name');
  return others.some((one) => one.slug === slug) ? refuse('heartbeat.slug_taken', {}, 'slug') : null;
};

const refuseLimit = ({ integrationId }: Settings, { reads }: HeartbeatContext): Refusal | null => {
  const limit = heartbeatLimits.perService;
  const serviceId = reads.integrations.get(integrationId)?.serviceId ?? '';
  const ofService = reads.integrations.where('serviceId', serviceId).flatMap(({ id }) => reads.heartbeats.where('integrationId', id));
  return ofService.filter(({ state }) => state !== 'removed').length >= limit ? refuse('limit.heartbeats', { limit }) : null;
};

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, heartbeatLimits.slugCharacters) || 'job';

const settingsOf = (data: Data<'ChangeHeartbeat'>, integrationId: string, slug: string | undefined, now: string): Settings => {
  const { name, schedule, tolerate, urgency, postOnly } = data;
  const isValid = schedule.kind === 'interval' || (cronProblemOf(schedule.cron) === null && isKnownZone(schedule.zone));
  const grace = data.grace ?? (isValid ? defaultGraceOf(schedule, now) : heartbeatLimits.defaultGrace.least);
  const longestRun = data.longestRun ?? grace;
  return { integrationId, name, slug: data.slug ?? slug ?? slugOf(name), schedule, grace, longestRun, tolerate, urgency, postOnly };
};

const editionOf = ({ schedule }: Settings) => (schedule.kind === 'cron' ? newestEdition() : {});

export const create = (data: Data<'CreateHeartbeat'>, state: State, context: HeartbeatContext): Decision<HeartbeatFact> => {
  const heartbeatId = data.heartbeatId ?? context.newId('heartbeat');
  const { integrationId, keyHash, keyRef } = data;
  const denied = refuseIntegration(integrationId, context);
  if (denied) return denied;
  const settings = settingsOf({ ...data, heartbeatId }, integrationId, undefined, context.now);
  if (state) return hasSameSettings(state, settings) ? new Nothing({ heartbeatId }) : refuse('conflict.revision', { name: state.name });
  const refusal = refuseSchedule(settings) ?? refuseNames(settings, heartbeatId, context) ?? refuseLimit(settings, context);
  if (refusal) return refusal;
  return [
    { type: 'HeartbeatCreated', data: { heartbeatId, ...settings, ...editionOf(settings) } },
    { type: 'HeartbeatKeyIssued', data: { heartbeatId, integrationId, keyHash, keyRef } },
  ];
};

/** Two pings at once make one: its id follows from the slug. */
export const adopt = (data: Data<'AdoptHeartbeat'>, state: State, context: HeartbeatContext): Decision<HeartbeatFact> => {
  if (state && (state.state === 'removed' || state.slug !== data.slug)) return refuse('heartbeat.slug_taken', {}, 'slug');
  if (state) return new Nothing({ heartbeatId: state.id });
  return (
    refuseIntegration(data.integrationId, context) ??
    refuseNames(data, data.heartbeatId, context) ??
    refuseLimit(data, context) ?? [{ type: 'HeartbeatCreated', data }]
  );
};

type Act<D, F extends Message> = (data: D, heartbeat: HeartbeatState, context: HeartbeatContext) => Decision<F>;

/** Of a heartbeat that there is; whether there is one is said to those who may change it. */
const known =
  <D, F extends Message = HeartbeatFact>(act: Act<D, F>) =>
  (data: D, state: State, context: HeartbeatContext): Decision<F> => {
    const integration = state && context.reads.integrations.get(state.integrationId);
    const team = integration && context.reads.teams.get(integration.teamId);
    if (!hasTeamPermission(context, 'service.configure', team)) return refusePermission('a manager of the team');
    return state && state.state !== 'removed' ? act(data, state, context) : refuse('heartbeat.not_found');
  };

const aboutOf = ({ id: heartbeatId, integrationId }: HeartbeatState) => ({ heartbeatId, integrationId });

export const changeHeartbeat = known<Data<'ChangeHeartbeat'>>((data, heartbeat, context) => {
  const settings = settingsOf(data, heartbeat.integrationId, heartbeat.slug, context.now);
  if (hasSameSettings(heartbeat, settings)) return new Nothing();
  return (
    refuseSchedule(settings) ??
    refuseNames(settings, heartbeat.id, context) ?? [
      { type: 'HeartbeatChanged', data: { heartbeatId: heartbeat.id, ...settings, ...editionOf(settings) } },
    ]
  );
});

export const issueKey = known<Data<'IssueHeartbeatKey'>>(({ keyHash, keyRef }, heartbeat) => {
  if (heartbeat.keys.some((key) => key.keyHash === keyHash)) return new Nothing();
  const limit = heartbeatLimits.liveKeys;
  if (heartbeat.keys.length >= limit) return refuse('limit.heartbeat_keys', { limit });
  return [{ type: 'HeartbeatKeyIssued', data: { ...aboutOf(heartbeat), keyHash, keyRef } }];
});

const hasKey = ({ keys }: HeartbeatState, keyHash: string): boolean => keys.some((key) => key.keyHash === keyHash);

export const endKey = known<Data<'EndHeartbeatKey'>>(({ keyHash }, heartbeat) =>
  hasKey(heartbeat, keyHash) ? [{ type: 'HeartbeatKeyEnded', data: { ...aboutOf(heartbeat), keyHash } }] : new Nothing(),
);

export const revealKey = known<Data<'RevealHeartbeatKey'>>(({ keyHash }, heartbeat) =>
  hasKey(heartbeat, keyHash)
    ? [{ type: 'HeartbeatKeyRevealed', data: { ...aboutOf(heartbeat), keyHash } }]
    : refuse('heartbeat.key_not_found'),
);

/** With what is said to routing: nothing pings any more that would resolve its alert group. */
export const removeHeartbeat = known<Data<'RemoveHeartbeat'>, HeartbeatFact | SignalFact>((_data, heartbeat, { reads, now }) => {
  const removed = { type: 'HeartbeatRemoved', data: aboutOf(heartbeat) } as const;
  return [removed, ...signalsOf(heartbeat, removed, reads.integrations.get(heartbeat.integrationId), now)];
});
