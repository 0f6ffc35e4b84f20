import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { DemoLife } from './demo-life.js';
import { makeYear } from './year.js';

const until = '2026-11-25T10:00:00.000Z';
const [minute, day] = [60_000, 86_400_000];

const startLife = () => {
  const { company } = makeYear({ seed: 1, until, days: 1 });
  const { world } = company;
  const commands: Message[] = [];
  const signals: string[] = [];
  const troubles: unknown[] = [];
  const life = new DemoLife({
    now: () => world.now,
    groups: world.memory.rows<OpenGroup>('groups'),
    send: async (command, order) => {
      commands.push(command);
      const outcome = world.run(command, order);
      if (outcome.kind === 'refused') throw new Error(outcome.refused.code);
    },
    receive: async (data) => {
      signals.push(`${data.signal.action} ${data.signal.key} ${data.signal.alerts[0]?.startsAt}`);
      world.record('inbox-demo', [{ type: 'SignalReceived', data }], { kind: 'sender', id: data.integrationId, roles: [] });
    },
    onTrouble: (error) => troubles.push(error),
  });
  const lives = async (millis: number): Promise<void> => {
    const end = addMillis(world.now, millis);
    while (world.now < end) {
      world.advance(minute);
      await life.look();
    }
  };
  const typesSince = (instant: string): readonly string[] => world.events.filter(({ meta }) => meta.at > instant).map(({ type }) => type);
  return { world, company, life, commands, signals, troubles, lives, typesSince };
};

describe('the life of a demo', () => {
  it('has new alerts, pages that are answered and others that are not, and problems that end', async () => {
    const { company, commands, signals, troubles, lives, typesSince } = startLife();
    await lives(day / 2);
    for (const type of ['AlertGroupOpened', 'AlertGroupAcknowledged', 'AlertGroupResolved', 'EscalationStepTaken'])
      expect(typesSince(until)).toContain(type);
    expect(new Set(signals).size).toBe(signals.length);
    expect(new Set(commands.map(({ type }) => type))).toEqual(new Set(['AcknowledgeAlertGroup']));
    expect(troubles).toEqual([]);
    expect(company.world.refusals).toEqual([]);
  });

  it('leaves the pages of the accounts that visitors sign in with to them', async () => {
    const { company, lives, world } = startLife();
    await lives(day / 2);
    const visitors = new Set((['ines', 'jonas', 'mira'] as const).map(company.person));
    const acknowledged = world.events.filter(({ type, meta }) => type === 'AlertGroupAcknowledged' && meta.at > until);
    expect(acknowledged.filter(({ meta }) => visitors.has(meta.actor.id))).toEqual([]);
  });

  it('goes on calmly after days without a server: what is over ends once, and one alert is new', async () => {
    const { world, life, signals, troubles } = startLife();
    world.awayUntil(addMillis(until, 3 * day));
    world.advance(0);
    await life.look();
    await life.look();
    expect(signals.filter((one) => one.startsWith('trigger'))).toHaveLength(1);
    expect(new Set(signals).size).toBe(signals.length);
    const firing = [...world.rows<AlertGroupRow>('alertGroups').all()].filter(({ status }) => status !== 'resolved');
    expect(firing).toHaveLength(1);
    expect(troubles).toEqual([]);
  });
});
