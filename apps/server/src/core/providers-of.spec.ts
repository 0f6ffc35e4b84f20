import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import {
  ana,
  Scenario,
  ola,
  pages,
  contactsOfPerson,
  policyId,
  serviceOf,
  teamId,
} from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import { timersOfGroup } from '@tocsin/domain/operation/alert-groups/timers.js';
import { alertmanager, alertOf } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { CallPlaces } from '@tocsin/platform/reactor/call-places.js';
import type { DueTimer } from '@tocsin/kernel/react/timers.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { idOf } from '@tocsin/domain/configuration.fixture.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { pauseOf, placesOf, providersOf } from './providers-of.js';

const providers = (kind: ContactKind, address: string): readonly string[] => {
  const facts = contactsOfPerson(ana, [kind], [['high', 0, 2]]).map((fact) =>
    fact.type === 'ContactMethodAdded' ? { ...fact, data: { ...fact.data, address } } : fact,
  );
  const scenario = new Scenario({ steps: [pages([ana])], contacts: { [ana]: facts } });
  scenario.receives(alertmanager([alertOf('Disk')]));
  const timers = timersOfGroup(scenario.group(), 1);
  expect(timers.map(({ command }) => command.type)).toContain('TakeEscalationStep');
  return timers.flatMap(({ command }) => providersOf(scenario.world.memory, command));
};

it('an attempt calls the mail server, or the host of its address with its port; a tab is no provider, nor is any other timer', () => {
  expect(providers('email', 'ana@example.org')).toEqual(['email']);
  expect(providers('webhook', 'https://hooks.example.org:8443/a/b?c')).toEqual(['hooks.example.org:8443']);
  expect(providers('push', 'https://push.example.org/capability')).toEqual(['push.example.org']);
  expect(providers('ntfy', 'https://ntfy.example.org/ana-7f3k')).toEqual(['ntfy.example.org']);
  expect(providers('browser', '')).toEqual([]);
  expect(providers('webhook', 'no address')).toEqual([]);
});

it('an attempt that a rehearsal only counts needs no provider; one to who agreed does', () => {
  const scenario = new Scenario({ steps: [pages([ana])], contacts: { [ana]: contactsOfPerson(ana, ['email'], [['high', 0, 2]]) } });
  const serviceId = serviceOf(7);
  const settings = { description: '', runbook: null, policyId, ackTimeoutMinutes: null, reopenWindowMinutes: null };
  scenario.knows({
    type: 'ServiceCreated',
    data: { teamId, serviceId, name: 'Moved in', ...settings, urgencyRule: 'by_severity', rehearses: true },
  });
  scenario.receives({ ...alertmanager([alertOf('Disk')], { key: 'Disk' }), serviceId });
  const needed = () => timersOfGroup(scenario.group(), 1).flatMap(({ command }) => providersOf(scenario.world.memory, command));
  expect(needed()).toEqual([]);
  scenario.knows({ type: 'RehearsalPagesAllowed', data: { personId: ana } });
  expect(needed()).toEqual(['email']);
});

describe('calls to one host', () => {
  const host = 'hooks.example.org';
  const subscriptionOf = (n: number): string => idOf(`5ab${n}`);
  /** Forty subscriptions to one host, and a page by a webhook there. */
  const setting = (): Scenario => {
    const facts = contactsOfPerson(ana, ['webhook'], [['high', 0, 2]]).map((fact) =>
      fact.type === 'ContactMethodAdded' ? { ...fact, data: { ...fact.data, address: `https://${host}/ana` } } : fact,
    );
    const scenario = new Scenario({ steps: [pages([ana])], contacts: { [ana]: facts } });
    for (let n = 0; n < 40; n += 1)
      scenario.knows({
        type: 'EventSubscriptionCreated',
        data: {
          subscriptionId: subscriptionOf(n),
          teamId: null,
          name: `Desk ${n}`,
          kinds: ['opened'],
          host: `https://${host}`,
          addressRef: 'a',
          secretRef: 's',
          after: 0,
        },
      });
    scenario.receives(alertmanager([alertOf('Disk')]));
    return scenario;
  };
  const due = (command: Message, n: number, rank: number): DueTimer => {
    const dueAt = '2026-11-21T03:12:00.000Z';
    const plannedClaim = { command, commandId: `claim ${rank} ${n}` };
    return partOf<DueTimer>({ stream: `s${n}`, timer: { name: 'claim', dueAt, plannedBy: 'e', command, rank }, planned: plannedClaim });
  };

  it('are twenty at once whatever makes them, and programs have half of these: ten subscriptions that hang keep no page waiting', () => {
    const { memory } = setting().world;
    const places = new CallPlaces(
      (provider) => placesOf(memory, provider),
      (message) => providersOf(memory, message),
    );
    const countClaimed = (all: readonly DueTimer[]): number => all.filter((one) => places.mayClaim(one)).length;
    const deliveries = Array.from({ length: 40 }, (_, n) =>
      due({ type: 'StartEventDelivery', data: { subscriptionId: subscriptionOf(n) } }, n, 5),
    );
    expect(countClaimed(deliveries)).toBe(10);
    const page = timersOfGroup(setting().group(), 1).find(({ command }) => command.type === 'StartAttempt');
    const attempts = Array.from({ length: 30 }, (_, n) => due(page!.command, n, 0));
    expect(countClaimed(attempts)).toBe(10);
    expect(places.waiting).toBe(50);
  });

  it('of a webhook of a step count for its host too', () => {
    const scenario = new Scenario({
      steps: [
        {
          ...pages([ana]),
          targets: [
            { kind: 'webhook', subscriptionId: subscriptionOf(0) },
            { kind: 'person', personId: ana },
          ],
        },
      ],
    });
    const address = { host: `https://${host}`, addressRef: 'a', secretRef: 's' };
    scenario.webhook = () => null;
    scenario.act(
      'CreateEventSubscription',
      { subscriptionId: subscriptionOf(0), teamId: null, name: 'Restarter', kinds: [], ...address },
      ola,
    );
    scenario.receives(alertmanager([alertOf('Disk')]));
    const [{ type, data }] = scenario.all('WebhookCallStarted') as unknown as readonly [Message];
    expect(providersOf(scenario.world.memory, { type, data })).toEqual([
      `webhook of a step ${subscriptionOf(0)}`,
      `programs at ${host}`,
      host,
    ]);
  });
});

describe('the pace of a connection', () => {
  const connected = (fields: Readonly<Record<string, string>>) =>
    partOf<Parameters<typeof placesOf>[0]>({
      rows: () => ({ all: () => [{ id: 'c1', kind: 'twilio', name: 'Twilio', fields, secretRef: '' }].values() }),
    });

  it('is what its admin set, and else twenty calls at once', () => {
    const set = connected({ atOnce: '3', perSecond: '0.5' });
    expect([placesOf(set, 'twilio'), pauseOf(set, 'twilio')]).toEqual([3, 2_000]);
    const usual = connected({ atOnce: '', perSecond: '' });
    expect([placesOf(usual, 'twilio'), pauseOf(usual, 'twilio'), pauseOf(set, 'slack')]).toEqual([20, 0, 0]);
  });

  it('of Mattermost counts for webhooks on its server, of pages and of channels, and for no other server', () => {
    const base = 'https://chat.example.org:8065';
    const facts = contactsOfPerson(ana, ['mattermost'], [['high', 0, 0]]).map((fact) =>
      fact.type === 'ContactMethodAdded' ? { ...fact, data: { ...fact.data, address: base } } : fact,
    );
    const one = new Scenario({ steps: [pages([ana])], contacts: { [ana]: facts } });
    const connection = (baseUrl: string) => ({ connectionId: idOf('7a'), name: 'Chat', fields: { baseUrl }, secretRef: 'x' });
    one.knows({ type: 'ConnectionAdded', data: { ...connection(`${base}/chat`), kind: 'mattermost' } });
    const subscriptionId = idOf('5ab1');
    const address = { host: base, addressRef: 'a', secretRef: 's', receiver: 'mattermost' as const };
    one.knows({
      type: 'EventSubscriptionCreated',
      data: { subscriptionId, teamId: null, name: 'Room', kinds: ['opened'], after: 0, ...address },
    });
    one.provider = () => null;
    one.receives(alertmanager([alertOf('Disk')]));
    const [{ type, data }] = one.all('AttemptStarted') as unknown as readonly [Message];
    const host = 'chat.example.org:8065';
    expect(providersOf(one.world.memory, { type, data })).toEqual([host, 'mattermost']);
    const delivery = { type: 'StartEventDelivery', data: { subscriptionId } };
    expect(providersOf(one.world.memory, delivery)).toEqual(['event receivers', `programs at ${host}`, host, 'mattermost']);
    one.knows({ type: 'ConnectionChanged', data: connection('https://elsewhere.example.org') });
    expect(providersOf(one.world.memory, delivery)).toEqual(['event receivers', `programs at ${host}`, host]);
  });
});
