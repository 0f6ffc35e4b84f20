import type { Actor } from '@tocsin/contracts/envelope.js';
import { setUpData } from '@tocsin/domain/organisation/facts.fixture.js';
import { ana, bo, byOwner, cleo, idOf } from '@tocsin/domain/configuration.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { World, type WorldOptions } from '@tocsin/kernel/replay/world.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';

export const start = '2026-11-20T21:00:00.000Z';
export const teamId = setUpData.team.teamId;
export const policyId = setUpData.policy.policyId;
export const highService = setUpData.service.serviceId;
export const lowService = idOf('5f');
export const people = [ana, bo, cleo] as const;

export const as = (personId: string): Actor => (personId === ana ? byOwner : { kind: 'person', id: personId, roles: ['member'] });

const join = (world: World, personId: string, name: string): void => {
  const expiresAt = '2026-12-01T00:00:00.000Z';
  const invited = {
    personId,
    name,
    email: `${name}@example.org`,
    role: 'member',
    timeZone: 'Europe/Berlin',
    invitationHash: 'h',
    expiresAt,
  };
  did(world, { type: 'InvitePerson', data: invited });
  did(world, { type: 'JoinPerson', data: { personId, passwordRef: `password/${name}` } }, as(personId));
  did(
    world,
    { type: 'AddContactMethod', data: { kind: 'browser', personId, contactMethodId: idOf(`c${personId.slice(-3)}`) } },
    as(personId),
  );
};

/** Runs a command that must have an effect. */
export const did = (world: World, command: Message, actor = byOwner): void => {
  const outcome = world.run(command, { actor });
  if (outcome.kind !== 'done') throw new Error(`${command.type}: ${JSON.stringify(outcome)}`);
};

export const step = (personId: string, waitMinutes: number, notifyOthersStill = false) => ({
  targets: [{ kind: 'person', personId }],
  waitMinutes,
  notifyOthersStill,
});

/** The steps after a change: with fewer people, and with a step that pages one of all in turn. */
export const changedSteps = (n: number): readonly object[] => {
  const each = people.slice(n % 3).map((who) => step(who, n + 1));
  const all = people.map((personId) => ({ kind: 'person', personId }));
  return n % 2 === 0 ? each : [{ targets: all, waitMinutes: n, notifyOthersStill: false, oneInTurn: true }, ...each];
};

/** Ana’s set-up: her team with Bo and Cleo, a high-urgency service and a low-urgency one. */
export const installed = (options: Partial<WorldOptions> & { readonly rules?: Domain } = {}): World => {
  const { rules = domain, ...rest } = options;
  const world = new World(rules, {
    start,
    written: byContract,
    logOpened: { logId: idOf('109'), format: 2, clock: 'manual', kind: 'live' },
    ...rest,
  });
  did(world, { type: 'StartReactor', data: { awayFrom: null } }, systemActor);
  did(world, { type: 'SetUp', data: setUpData }, systemActor);
  join(world, bo, 'Bo');
  join(world, cleo, 'Cleo');
  for (const personId of [bo, cleo]) did(world, { type: 'AddTeamMember', data: { teamId, personId, role: 'responder' } });
  const method = { personId: bo, contactMethodId: idOf('b0b') };
  did(world, { type: 'AddContactMethod', data: { kind: 'email', address: 'bo@example.org', ...method } }, as(bo));
  did(world, { type: 'VerifyContactMethod', data: { ...method, codeCheck: 'right' } }, as(bo));
  did(world, { type: 'AddNotificationRule', data: { ...method, ruleId: idOf('b0c'), urgency: 'high', delayMinutes: 2 } }, as(bo));
  const steps = [step(bo, 5), { ...step(cleo, 10, true), targets: [...step(cleo, 10).targets, ...step(bo, 10).targets] }];
  did(world, {
    type: 'ChangePolicy',
    data: { teamId, policyId, version: 1, name: 'Payments primary', steps, repeats: 1, climbLow: false },
  });
  const service = { description: '', runbook: null, ackTimeoutMinutes: 15, reopenWindowMinutes: null };
  did(world, {
    type: 'CreateService',
    data: { teamId, serviceId: lowService, name: 'Reports', policyId, urgencyRule: 'always_low', ...service },
  });
  return world;
};
