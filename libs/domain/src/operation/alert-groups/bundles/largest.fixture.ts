import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import type { RingsRow } from './rings-row.js';
import type { ExistingGroup } from '../state.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { groupWith, paging, start } from '@tocsin/testing/largest/crowd.js';
import { bySystem, many, nth, person } from '@tocsin/testing/largest/large-world.js';
import { alertGroupDecider } from '../decider.js';

/** A person who is paged for more groups than one message may list. */
const calledPerson = person(929);
const contactMethodId = nth('c0', 929 * 16);
const way = { personId: calledPerson, contactMethodId, line: 'high' } as const;
const plannedAttempt = { contactMethodId, kind: 'webhook', dueAt: start, n: 1, because: 'last_resort' } as const;

/** A group that pages them, with this many attempts due by one method, of which the first waits for an earlier message. */
const waitingBundle = (attempts: number) => {
  const page = (groupId: string) => paging(groupId, calledPerson, { kind: 'escalation', round: 1, step: 1 }).slice(0, 1);
  const { large, groupId } = groupWith(page);
  const { pageId } = (large.world.state(alertGroupDecider, groupId) as ExistingGroup).pages.at(-1)!;
  const slots = many(attempts, (n) => nth('9f', n));
  const about = { groupId, pageId };
  large.has(
    `alertGroup-${groupId}`,
    ...slots.map((slot): Fact => ({ type: 'AttemptPlanned', data: { ...about, slot, ...plannedAttempt } })),
    {
      type: 'AttemptWaits',
      data: { ...about, slot: slots[0]!, ...way, epoch: 1, until: start },
    },
  );
  return { large, about: { ...about, slot: slots[0]! } };
};

const onePage = (more: object): LargestCase => {
  const { large, about } = waitingBundle(contactLimits.notificationRulesPerPerson);
  return { large, data: { ...about, ...more }, actor: bySystem };
};

export const largest: LargestCases = {
  FormBundle: () => {
    const [{ large }] = many(bundleLimits.pages + 1, () => waitingBundle(1)) as [ReturnType<typeof waitingBundle>];
    const { lines } = large.world.memory.rows('rings').get(calledPerson) as RingsRow;
    const { dueAt, plannedBy } = lines[`${contactMethodId} high`]!.free!;
    return { large, data: { ...way, dueAt, plannedBy }, actor: bySystem };
  },
  StartBundle: () => ({ large: waitingBundle(1).large, data: { ...way, bundleId: nth('bd', 0) }, actor: bySystem }),
  JoinBundle: () => onePage({ bundleId: nth('bd', 1) }),
  PassOnAttempt: () => onePage({ reason: 'delivery.provider_unreachable', retryAt: null }),
};
