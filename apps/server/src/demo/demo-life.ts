import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { Chance } from '@tocsin/kernel/chance.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { addMillis, toMillis } from '@tocsin/kernel/time.js';
import { cast, type CastName } from './company-data.js';
import { actorOf, demoSeed, idsOf } from './company.js';
import { answersDue, drawIncident, endsDue, type DueAnswer } from './demo-turns.js';
import { keyOf, signalFact, type DemoIncident } from './monitoring.js';

const [minute, hour] = [60_000, 3_600_000];

/** New alerts come often at first, while someone looks, and later as seldom as in the year. */
const [firstGap, lastGap, growth] = [3 * minute, 4 * hour, 1.5];

export interface DemoLifeDependencies {
  readonly now: () => string;
  readonly groups: Pick<Rows<OpenGroup>, 'all'>;
  readonly send: (command: Message, order: { readonly commandId: string; readonly actor: Actor }) => Promise<unknown>;
  readonly receive: (data: FactOf<'SignalReceived'>) => Promise<unknown>;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * What happens in a demo while it runs: people answer, problems end, new ones begin. Decided again from what is open, so nothing is owed after a restart.
 */
export class DemoLife {
  private readonly id = idsOf(demoSeed);
  private readonly people = new Map((Object.keys(cast) as CastName[]).map((castName) => [this.id('person', castName), castName]));
  private readonly chance: Chance;
  /** What was due at the last look, and is not seen as done yet. */
  private done: ReadonlySet<string> = new Set();
  private gap = firstGap;
  private nextAt: string;

  constructor(private readonly dependencies: DemoLifeDependencies) {
    const now = dependencies.now();
    this.chance = new Chance(toMillis(now) % 2 ** 31);
    this.nextAt = addMillis(now, firstGap);
  }

  /** Does what is due, each thing once. Never rejects. */
  async look(): Promise<void> {
    const { now, groups, onTrouble } = this.dependencies;
    const [at, open] = [now(), [...groups.all()]];
    const due = new Map([
      ...answersDue(open, at, (personId) => this.people.get(personId)).map((one) => [one.pageId, () => this.answer(one)] as const),
      ...endsDue(open, at).map((one) => [`${keyOf(one)} ${one.startsAt}`, () => this.signal(one, 'resolved')] as const),
    ]);
    const fresh = [...due].filter(([key]) => !this.done.has(key)).map(([, act]) => act());
    this.done = new Set(due.keys());
    const failed = (await Promise.allSettled([...fresh, ...this.begin(at)])).find(({ status }) => status === 'rejected');
    if (failed) onTrouble((failed as PromiseRejectedResult).reason);
  }

  private answer({ castName, groupId, pageId }: DueAnswer): Promise<unknown> {
    const order = { commandId: deriveNamedId('demo', 'answer', pageId), actor: actorOf(this.id, castName) };
    return this.dependencies.send({ type: 'AcknowledgeAlertGroup', data: { groupId } }, order);
  }

  private begin(now: string): readonly Promise<unknown>[] {
    if (now < this.nextAt) return [];
    this.gap = Math.min(lastGap, this.gap * growth);
    this.nextAt = addMillis(now, this.gap);
    return [this.signal(drawIncident(this.chance, now), 'firing')];
  }

  private signal(incident: DemoIncident, state: SignalAlert['state']): Promise<unknown> {
    const company = { id: this.id, service: (name: string) => this.id('service', name) };
    return this.dependencies.receive(signalFact(company, incident, state, this.dependencies.now()));
  }
}
