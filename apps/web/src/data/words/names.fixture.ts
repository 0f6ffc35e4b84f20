import { namesFrom, type Names } from './names.js';

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const ids = {
  ana: id(1),
  bo: id(2),
  carla: id(3),
  gone: id(4),
  payments: id(10),
  checkout: id(20),
  primary: id(30),
  prometheus: id(40),
  group: id(50),
  page: id(60),
  rota: id(70),
};

const policy = {
  id: ids.primary,
  teamId: ids.payments,
  version: 2,
  name: 'Primary',
  repeats: 3,
  climbLow: false,
  removed: false,
  steps: [step(ids.ana), step(ids.bo, ids.carla)],
  versions: [],
};

function step(...personIds: string[]) {
  const targets = personIds.map((personId) => ({ kind: 'person' as const, personId }));
  return { stepId: `step of ${personIds.join()}`, targets, waitMinutes: 5, notifyOthersStill: false };
}

const checkout = {
  id: ids.checkout,
  teamId: ids.payments,
  version: 1,
  state: 'active' as const,
  name: 'Checkout',
  description: '',
  runbook: null,
  policyId: ids.primary,
  urgencyRule: 'by_severity' as const,
  ackTimeoutMinutes: null,
  reopenWindowMinutes: null,
};

/** Ana, Bo and Carla; the reader is Ana by default. */
export const names = (me: string = ids.ana): Names =>
  namesFrom(me, {
    people: [
      { id: ids.ana, name: 'Ana' },
      { id: ids.bo, name: 'Bo' },
      { id: ids.carla, name: 'Carla' },
      { id: ids.gone, name: { erased: true } },
    ],
    teams: [
      {
        id: ids.payments,
        name: 'Payments',
        removed: false,
        members: [
          { personId: ids.ana, role: 'manager' },
          { personId: ids.bo, role: 'responder' },
        ],
      },
    ],
    onCall: [
      {
        id: ids.rota,
        teamId: ids.payments,
        name: 'Payments rota',
        removed: false,
        people: [{ personId: ids.bo, why: { kind: 'override', overrideId: ids.page, replacesId: ids.carla } }],
        since: null,
        nextAt: null,
        next: [ids.carla],
      },
    ],
    services: [checkout],
    policies: [policy],
    integrations: [{ id: ids.prometheus, name: 'Prometheus' }],
  });

export const steps = policy.steps;
