import type { Fact } from '@tocsin/contracts/catalogue.js';
import { noSecretHashes, type SecretHashes } from '@tocsin/domain/observers/config-plans/connection-fields.js';
import type { PlanOptions } from '@tocsin/domain/observers/config-plans/input.js';
import { planFiles } from '@tocsin/domain/observers/config-plans/plan.js';
import { domain } from '@tocsin/domain/registry.js';
import { ana, bo, byOwner, fixtureTime, idOf, readsAfter } from '@tocsin/domain/configuration.fixture.js';
import { readFiles } from './read-files.js';

export const [teamId, scheduleId, policyId, serviceId, layerId] = ['7e', '5c', '90', '5e', '1a'].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
];
const joined = (personId: string, name: string): Fact => ({
  type: 'PersonJoined',
  data: { personId, name, email: `${name}@example.org`, role: 'member', timeZone: 'UTC', passwordRef: 'ref' },
});
export const slots = [
  { slotId: idOf('51'), people: [ana] },
  { slotId: idOf('52'), people: [bo] },
];
export const rotation = {
  slots,
  length: { unit: 'weeks' as const, count: 1, time: '09:00', weekday: 1 },
  anchor: '2026-01-05T09:00:00.000Z',
  countsCoveredTimeOnly: false,
};
const layers = [{ layerId, name: 'Week', timeZone: null, priority: 0, from: null, rotation, restrictions: [] }];
const step = { stepId: idOf('57'), targets: [{ kind: 'schedule' as const, scheduleId }], waitMinutes: 5, notifyOthersStill: false };
const service = {
  name: 'Checkout',
  description: '',
  runbook: 'https://example.org/',
  policyId,
  urgencyRule: 'by_severity' as const,
  ackTimeoutMinutes: null,
  reopenWindowMinutes: null,
};
export const world: readonly Fact[] = [
  joined(ana, 'ana'),
  joined(bo, 'bo'),
  { type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } },
  { type: 'ScheduleCreated', data: { teamId, scheduleId, name: 'Primary', externalKey: null, timeZone: 'UTC', layers, zones: '2026c' } },
  { type: 'PolicyCreated', data: { teamId, policyId, version: 1, name: 'Default', steps: [step], repeats: 3, climbLow: false } },
  { type: 'ServiceCreated', data: { teamId, serviceId, ...service } },
];

export const plan = (
  text: string,
  more: readonly Fact[] = [],
  options: Partial<PlanOptions> = {},
  actor = byOwner,
  open: readonly string[] = [],
  secretHashes: SecretHashes = noSecretHashes,
) => {
  const { documents, errors } = readFiles([{ path: 'a.yaml', text: `apiVersion: tocsin.dev/v1\n${text}` }]);
  const all = { source: 'default', team: null, prune: false, takeOver: false, applyToOpen: false, ...options };
  const planned = planFiles({
    documents,
    options: all,
    domain,
    reads: readsAfter(...world, ...more),
    now: fixtureTime,
    planId: idOf('f0'),
    actor,
    viewer: actor,
    openServices: new Set(open),
    secretHashes,
  });
  return { ...planned, errors: [...errors, ...planned.errors], commands: planned.steps.flatMap(({ command }) => command ?? []) };
};
export const codesOf = ({ errors }: ReturnType<typeof plan>) => errors.map(({ line, path, code }) => [line, path, code]);
export const schedule = (people: string, more = '') => `kind: Schedule
team: Payments
name: Primary
${more}
layers:
  - name: Week
    length: { unit: weeks, count: 1, time: "09:00", weekday: mon }
    slots: [${people}]
`;
