import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as heartbeatLimits from '@tocsin/contracts/heartbeats/limits.js';
import { hash, peopleWorld, reference } from '@tocsin/testing/largest/small-world.js';
import type { LargestCases } from '@tocsin/testing/largest/case.js';
import { bySystem, LargeWorld, longest, longName, many, nth } from '@tocsin/testing/largest/large-world.js';

const teamId = nth('7e', 0);
const integrationId = nth('17', 0);
const heartbeatId = nth('4b', 0);
const settings = {
  name: longName(),
  slug: longest(heartbeatLimits.slugCharacters).replaceAll(/[^a-z]/g, 'a'),
  schedule: { kind: 'cron' as const, cron: '0 3 29 2 *', zone: 'America/Argentina/ComodRivadavia' },
  grace: heartbeatLimits.wait.most,
  longestRun: heartbeatLimits.wait.most,
  tolerate: heartbeatLimits.tolerated,
  urgency: 'high' as const,
  postOnly: true,
};
const created = { heartbeatId, integrationId, ...settings };
const key = { keyHash: hash(), keyRef: reference() };
const failed: Fact = {
  type: 'PingReceived',
  data: {
    heartbeatId,
    integrationId,
    receivedAt: '2026-11-21T03:12:00.000Z',
    kind: 'fail',
    exitStatus: 255,
    runId: nth('6f', 0),
    method: 'POST',
    from: longest(45),
    agent: longest(heartbeatLimits.agentCharacters),
    details: longest(heartbeatLimits.outputEndCharacters),
    raw: null,
  },
};

const emptyWorld = (): LargeWorld =>
  peopleWorld().has(
    `team-${teamId}`,
    { type: 'TeamCreated', data: { teamId, name: longName(), description: '' } },
    {
      type: 'IntegrationCreated',
      data: { teamId, serviceId: nth('5e', 0), integrationId, name: longName(), kind: 'healthchecks' },
    },
  );
const heartbeatWorld = (): LargeWorld =>
  emptyWorld().has(
    `heartbeat-${heartbeatId}`,
    { type: 'HeartbeatCreated', data: created },
    { type: 'HeartbeatKeyIssued', data: { heartbeatId, integrationId, ...key } },
  );
const plannedBy = (large: LargeWorld): string =>
  large.world.memory.rows<{ readonly plannedBy: string }>('heartbeats').get(heartbeatId)!.plannedBy;

export const largest: LargestCases = {
  CreateHeartbeat: () => ({ large: emptyWorld(), data: { ...created, ...key } }),
  TakeHeartbeatZones: () => ({
    large: emptyWorld().has(`heartbeat-${heartbeatId}`, { type: 'HeartbeatCreated', data: { ...created, zones: longest(16) } }),
    data: { heartbeatId, zones: '2026c' },
    actor: bySystem,
  }),
  AdoptHeartbeat: () => ({ large: emptyWorld(), data: created, actor: bySystem }),
  ChangeHeartbeat: () => ({ large: heartbeatWorld(), data: { heartbeatId, ...settings, tolerate: 0 } }),
  IssueHeartbeatKey: () => ({ large: heartbeatWorld(), data: { heartbeatId, keyHash: hash(1), keyRef: reference(1) } }),
  RevealHeartbeatKey: () => ({ large: heartbeatWorld(), data: { heartbeatId, keyHash: key.keyHash } }),
  EndHeartbeatKey: () => ({ large: heartbeatWorld(), data: { heartbeatId, keyHash: key.keyHash } }),
  RemoveHeartbeat: () => ({ large: heartbeatWorld(), data: { heartbeatId } }),
  JudgeHeartbeat: () => {
    const large = heartbeatWorld().has('inbox-n1', ...many(heartbeatLimits.tolerated + 1, () => failed));
    return { large, data: { heartbeatId, dueAt: '2026-11-21T03:12:00.000Z', plannedBy: plannedBy(large) }, actor: bySystem };
  },
};
