import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { ana, cleo, idOf } from '@tocsin/domain/configuration.fixture.js';
import type { Chance } from '@tocsin/kernel/chance.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { people, policyId, toStep, teamId } from '../installation.js';
import type { Act } from './acts.js';
import { People } from './people.js';
import { world } from './scheduler.js';

const webhook = { personId: cleo, contactMethodId: idOf('d2') };
const relays = ['sms', 'sms', 'voice', null] as const;
const toRelayAct = (relaysAs: (typeof relays)[number]): Act => ({
  actingPersonId: cleo,
  command: { type: 'ChooseWebhookRelay', data: { ...webhook, relaysAs } },
});

const closesTab: Act = {
  actingPersonId: cleo,
  command: { type: 'RemoveContactMethod', data: { personId: cleo, contactMethodId: idOf(`c${cleo.slice(-3)}`) } },
};

/** Pages Cleo first, and only by tab and webhook. */
const toPageCleoAct = (chance: Chance, memory: MemoryRows): Act | undefined => {
  const policy = memory.rows<{ version: number }>('policies').get(policyId);
  if (!policy) return undefined;
  const steps = [toStep(cleo, 2), toStep(people[chance.drawBetween(0, 2)]!, 3)];
  const data = {
    teamId,
    policyId,
    version: policy.version,
    name: 'Payments primary',
    steps,
    repeats: 2,
    climbLow: chance.shouldHappen(0.5),
  };
  return { actingPersonId: ana, command: { type: 'ChangePolicy', data } };
};

/** Resends a message of a page, whatever its state. */
const toResendAct = (chance: Chance, memory: MemoryRows): Act | undefined => {
  const messages = [...memory.rows<OpenGroup>('groups').all()].flatMap(({ groupId, pages }) =>
    pages.flatMap(({ pageId, attempts }) => Object.keys(attempts).map((messageId) => ({ groupId, pageId, messageId }))),
  );
  if (messages.length === 0) return undefined;
  return { actingPersonId: chance.pick(people), command: { type: 'ResendMessage', data: chance.pick(messages) } };
};

/** Cleo’s webhook leads to a phone gateway with a throttle, and most pages go to Cleo. Messages are also resent by hand. */
export class Gateway extends People {
  override async live(until: number): Promise<void> {
    const { scheduler } = this.installation;
    const { chance } = scheduler;
    void this.press(toRelayAct(chance.shouldHappen(0.7) ? 'sms' : 'voice'));
    if (chance.shouldHappen(0.5)) void this.press(closesTab);
    this.pressMade(toPageCleoAct);
    while (scheduler.now < until) {
      await scheduler.pass(chance.drawBetween(10_000, 180_000), world);
      const kind = chance.drawFraction();
      if (kind < 0.05) void this.press(toRelayAct(chance.pick(relays)));
      else if (kind < 0.2) this.pressMade(toPageCleoAct);
      else if (kind < 0.6) this.pressMade(toResendAct);
    }
  }

  private pressMade(make: (chance: Chance, memory: MemoryRows) => Act | undefined): void {
    const memory = this.installation.pickServer()?.memory;
    const act = memory && make(this.installation.scheduler.chance, memory);
    if (act) void this.press(act);
  }
}
