import type { Actor } from '@tocsin/contracts/envelope.js';
import { setUpData } from '@tocsin/domain/setup/organisation/facts.fixture.js';
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

export const actorOf = (personId: string): Actor => (personId === ana ? byOwner : { kind: 'person', id: personId, roles: ['member'] });

const join = (world: World, personId: string, name: string): void => {
  const expiresAt = '2026-12-01T00:00:00.000Z';
  const invitation = {
    personId,
    name,
    email: `${name}@example.org`,
    role: 'member',
    timeZone: 'Europe/Berlin',
    invitationHash: 'h',
    expiresAt,
  };
  runCommand(world, { type: 'InvitePerson', data: invitation });
  runCommand(world, { type: 'JoinPerson', data: { personId, passwordRef: `password/${name}` } }, actorOf(personId));
  runCommand(
    world,
    { type: 'AddContactMethod', data: { kind: 'browser', personId, contactMethodId: idOf(`c${personId.slice(-3)}`) } },
    actorOf(personId),
  );
};

/** Runs a command that must have an effect. */
export const runCommand = (world: World, command: Message, actor = byOwner): void => {
  const outcome = world.run(command, { actor });
  if (outcome.kind !== 'done') throw new Error(`${command.type}: ${JSON.stringify(outcome)}`);
};

export const toStep = (personId: string, waitMinutes: number, notifyOthersStill = false) => ({
  targets: [{ kind: 'person', personId }],
  waitMinutes,
  notifyOthersStill,
});

/** The steps after a change: with fewer people, and with a step that pages one of all in turn. */
export const toChangedSteps = (n: number): readonly object[] => {
  const stepsOfEach = people.slice(n % 3).map((stepPersonId) => toStep(stepPersonId, n + 1));
  const all = people.map((personId) => ({ kind: 'person', personId }));
  return n % 2 === 0 ? stepsOfEach : [{ targets: all, waitMinutes: n, notifyOthersStill: false, oneInTurn: true }, ...stepsOfEach];
};

/** Ana’s set-up: her team with Bo and Cleo, a high-urgency service and a low-urgency one. */
export const createWorld = (options: Partial<WorldOptions> & { readonly rules?: Domain } = {}): World => {
  const { rules = domain, ...rest } = options;
  const world = new World(rules, {
    start,
    written: byContract,
    logOpened: { logId: idOf('109'), format: 2, clock: 'manual', kind: 'live' },
    ...rest,
  });
  runCommand(world, { type: 'StartReactor', data: { awayFrom: null } }, systemActor);
  runCommand(world, { type: 'SetUp', data: setUpData }, systemActor);
  join(world, bo, 'Bo');
  join(world, cleo, 'Cleo');
  for (const personId of [bo, cleo]) runCommand(world, { type: 'AddTeamMember', data: { teamId, personId, role: 'responder' } });
  const method = { personId: bo, contactMethodId: idOf('b0b') };
  runCommand(world, { type: 'AddContactMethod', data: { kind: 'email', address: 'bo@example.org', ...method } }, actorOf(bo));
  runCommand(world, { type: 'VerifyContactMethod', data: { ...method, codeCheck: 'right' } }, actorOf(bo));
  runCommand(
    world,
    { type: 'AddNotificationRule', data: { ...method, ruleId: idOf('b0c'), urgency: 'high', delayMinutes: 2 } },
    actorOf(bo),
  );
  const steps = [toStep(bo, 5), { ...toStep(cleo, 10, true), targets: [...toStep(cleo, 10).targets, ...toStep(bo, 10).targets] }];
  runCommand(world, {
    type: 'ChangePolicy',
    data: { teamId, policyId, version: 1, name: 'Payments primary', steps, repeats: 1, climbLow: false },
  });
  const service = { description: '', runbook: null, ackTimeoutMinutes: 15, reopenWindowMinutes: null };
  runCommand(world, {
    type: 'CreateService',
    data: { teamId, serviceId: lowService, name: 'Reports', policyId, urgencyRule: 'always_low', ...service },
  });
  return world;
};
