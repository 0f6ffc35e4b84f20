import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { ana, as, bo, ola, Scenario, pages, contactsOfPerson, serviceOf } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import { groupReads } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { alertmanager, alertOf, pagerduty } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { PageEnd } from '../deliveries/notes.js';
import { withdraw, type WithdrawDependencies } from './withdraw.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';

const fireThread = (scenario: Scenario, key: string): void =>
  scenario.receives(
    alertmanager(
      Array.from({ length: 1_001 }, (_, n) => alertOf(`${key}${n}`, { severity: 'critical' })),
      { key },
    ),
  );
/** A storm of two groups, #51 and #52: Ana was pushed for the first. */
const createStorm = (): Scenario => {
  const scenario = new Scenario({
    steps: [pages([ana], { waitMinutes: 30 }), pages([bo])],
    contacts: { [ana]: contactsOfPerson(ana, ['push'], [['high', 0, 0]]) },
  });
  for (let n = 0; n < 50; n += 1) scenario.receives(pagerduty(`k${n}`));
  for (let n = 0; n < 50; n += 1) scenario.act('ResolveAlertGroup', { groupId: scenario.rows()[n]!.id });
  scenario.passes(1.1);
  scenario.news();
  fireThread(scenario, 't0-');
  fireThread(scenario, 't1-');
  return scenario;
};
const resolveThread = (scenario: Scenario, key: string): void => scenario.receives(alertmanager([], { key, action: 'resolve' }));

/** The replacement shown on Ana’s phone instead of the page, after everything that makes the server withdraw it. */
const withdrawPages = async (scenario: Scenario, number: number): Promise<readonly string[]> => {
  const sentences: string[] = [];
  const groupId = scenario.rows().find((row) => row.number === number)!.id;
  const push = {
    kind: 'push',
    deliver: async (_: 'end', { says, replaces: { tag } }: PageEnd) => {
      sentences.push(tag === groupId ? says : `${says} In ${tag.slice(0, 1)}…`);
      return { ok: true };
    },
  };
  const parts = partsOf(scenario, push);
  for (const { data } of scenario.all('PageStarted'))
    if (data.groupId === groupId && !data.quiet) await withdraw(parts, { groupId, pageId: data.pageId });
  return sentences;
};

const partsOf = (scenario: Scenario, channel: object): WithdrawDependencies =>
  ({
    server: {
      runner: { readState: async (_: unknown, id: string) => scenario.world.state(alertGroupDecider, id) },
      reads: groupReads(scenario.world.memory),
      redactions: { ordinal: 0 },
      held: null,
      clock: { now: () => scenario.world.now },
    },
    channels: Object.fromEntries(Object.keys(contactTraits).map((kind) => [kind, channel])),
    address: { url: () => 'https://tocsin.example.org' },
  }) as unknown as WithdrawDependencies;

describe('the call of a drill', () => {
  it.each([
    ['is hung up when the drill no longer pages its person', 'WithdrawDrillConsent', ana, ['CA1']],
    ['goes on when its person answered', 'AcknowledgeAlertGroup', ana, []],
  ])('%s', async (_, type, by, hungUp) => {
    const scenario = new Scenario({ contacts: { [ana]: contactsOfPerson(ana, ['voice'], [['high', 0, 0]]) } });
    scenario.provider = () => ({ ok: true, state: 'sent', providerId: 'CA1' });
    const run = (command: string, data: object, personId: string) => {
      scenario.world.run({ type: command, data }, { actor: as(personId) });
      scenario.world.advance(0);
    };
    const from = scenario.world.now;
    const openings = [{ serviceId: serviceOf(0), policyId: null, urgency: 'high', after: 0 }];
    run('PlanDrill', { from, to: addMillis(from, 3_600_000), night: null, personIds: [ana], openings }, ola);
    const { drillId } = scenario.all('DrillPlanned')[0]!.data;
    run('GiveDrillConsent', { drillId }, ana);
    run('StartDrill', { drillId }, ola);
    run(type, { drillId, groupId: scenario.row().id }, by);
    const ended: string[] = [];
    const hangUp = async ({ providerId }: { readonly providerId: string }) => {
      ended.push(providerId);
      return { ok: true };
    };
    const { groupId, pageId } = scenario.all('PageStarted')[0]!.data;
    await withdraw(partsOf(scenario, { kind: 'voice', hangUp }), { groupId, pageId });
    expect(ended).toEqual(hungUp);
  });
});

describe('the message of a page that has ended', () => {
  it('is replaced when another person acknowledges its group', async () => {
    const scenario = new Scenario({ contacts: { [ana]: contactsOfPerson(ana, ['push'], [['high', 0, 0]]) } });
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
    expect(await withdrawPages(scenario, 1)).toEqual([]);
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(await withdrawPages(scenario, 1)).toEqual(['Somebody acknowledged.']);
  });

  it('does not say “Resolved” while the storm of its group goes on', async () => {
    const scenario = createStorm();
    resolveThread(scenario, 't0-');
    expect([51, 52].map((number) => scenario.rows().find((row) => row.number === number)!.status)).toEqual(['resolved', 'firing']);
    expect(await withdrawPages(scenario, 51)).toEqual([]);
    resolveThread(scenario, 't1-');
    expect(await withdrawPages(scenario, 51)).toEqual(['Resolved.']);
  });

  it('is replaced although a notice about a lost device followed it', async () => {
    const scenario = new Scenario({
      contacts: {
        [ana]: contactsOfPerson(
          ana,
          ['push', 'push'],
          [
            ['high', 0, 0],
            ['high', 1, 0],
          ],
        ),
      },
    });
    let isFirst = true;
    scenario.provider = ({ kind }) => {
      const isGone = kind === 'push' && isFirst;
      isFirst = false;
      return isGone
        ? { ok: false, reason: 'delivery.subscription_gone', detail: 'Answered 410.', retry: false }
        : { ok: true, state: 'sent', providerId: null };
    };
    scenario.receives(alertmanager([alertOf('Disk', { severity: 'critical' })]));
    expect(scenario.ladder().pages.map(({ cause }) => cause.kind)).toContain('method_gone');
    scenario.act('AcknowledgeAlertGroup', {}, bo);
    expect(await withdrawPages(scenario, 1)).toEqual(['Somebody acknowledged.']);
  });

  it('of a bundle stays while a page of a later bundle, which replaced it, is open', async () => {
    const scenario = new Scenario({
      steps: [pages([ana], { waitMinutes: 30 })],
      contacts: { [ana]: contactsOfPerson(ana, ['push'], [['high', 0, 0]]) },
    });
    scenario.receives(pagerduty('first'));
    for (const key of ['a', 'b']) scenario.receives(pagerduty(key));
    scenario.passes(1.1);
    for (const key of ['c', 'd']) scenario.receives(pagerduty(key));
    scenario.passes(1.1);
    expect(scenario.all('BundleFilled').map(({ data }) => data.count)).toEqual([2, 2]);
    const acknowledge = (number: number) => scenario.act('AcknowledgeAlertGroup', { groupId: scenario.rows()[number - 1]!.id }, bo);
    acknowledge(2);
    acknowledge(3);
    expect([await withdrawPages(scenario, 2), await withdrawPages(scenario, 3)]).toEqual([[], []]);
    acknowledge(4);
    expect(await withdrawPages(scenario, 4)).toEqual([]);
    acknowledge(5);
    expect(await withdrawPages(scenario, 5)).toEqual(['Somebody acknowledged. In h…']);
  });

  it('of a bundle ends with its own last page, where bundles are shown beside each other', async () => {
    const scenario = new Scenario({
      steps: [pages([ana], { waitMinutes: 30 })],
      contacts: { [ana]: contactsOfPerson(ana, ['ntfy'], [['high', 0, 0]]) },
    });
    scenario.receives(pagerduty('first'));
    for (const key of ['a', 'b']) scenario.receives(pagerduty(key));
    scenario.passes(1.1);
    for (const key of ['c', 'd']) scenario.receives(pagerduty(key));
    scenario.passes(1.1);
    expect(scenario.all('BundleFilled').map(({ data }) => data.count)).toEqual([2, 2]);
    const acknowledge = (number: number) => scenario.act('AcknowledgeAlertGroup', { groupId: scenario.rows()[number - 1]!.id }, bo);
    acknowledge(2);
    expect(await withdrawPages(scenario, 2)).toEqual([]);
    acknowledge(3);
    expect(await withdrawPages(scenario, 3)).toEqual(['Somebody acknowledged. In h…']);
  });
});
