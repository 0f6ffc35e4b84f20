import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import { addMillis, dayOf, midnightOf, toMillis } from '@tocsin/kernel/time.js';
import { createLocalClock } from '../../../../setup/schedules/shared/local-clock.js';
import { isZone, newestZonesVersion } from '../../../../setup/schedules/shared/wall-clock.js';
import type { Draft } from '../../draft.js';
import { isRehearsal } from '../../shared/rehearsal.js';
import { pageOf, type AlertGroupState, type Attempt, type Page } from '../../state.js';
import type { Reaction } from '../reaction.js';

/** The Monday of the week of a night page; null outside of sleep hours. */
const weekOfNight = (zones: string, timeZone: string, at: string): string | null => {
  const clock = createLocalClock(zones, isZone(zones, timeZone) ? timeZone : 'UTC');
  const now = toMillis(at);
  if (!clock.isNight(now)) return null;
  const weekday = Math.floor(clock.hourOfWeek(now) / 24);
  return dayOf(addMillis(midnightOf(clock.date(now)), -weekday * duration.day));
};

const hasArrived = ({ state }: Attempt): boolean => state === 'sent' || state === 'delivered' || state === 'read';
const isLoud = ({ kind }: Attempt): boolean => contactTraits[kind].loudness !== 'quiet';
const hasRung = (page: Page | undefined): boolean => Object.values(page?.attempts ?? {}).some((one) => isLoud(one) && hasArrived(one));

const isFirstRing = (pageId: string, before: AlertGroupState, { group }: Draft): boolean => {
  const page = pageOf(group, pageId);
  const rangBefore = before.status !== 'none' && hasRung(pageOf(before, pageId));
  return page?.quiet === false && !rangBefore && hasRung(page);
};

/** The first loud message of a page, in the night of its person: it counts in the budget of the group’s policy. */
const react = (draft: Draft, facts: Parameters<Reaction['react']>[1], before: AlertGroupState): void => {
  const { group, context } = draft;
  const { groupId, policy, test } = group;
  const budget = policy === null ? undefined : context.reads.policies.get(policy.policyId)?.nightBudget;
  if (policy === null || budget === undefined || test || isRehearsal(group, context.reads)) return;
  const zones = newestZonesVersion();
  for (const fact of facts) {
    if (fact.type !== 'AttemptSent' || !isFirstRing(fact.data.pageId, before, draft)) continue;
    const { pageId, to } = fact.data;
    const week = weekOfNight(zones, context.reads.people.get(to.personId)?.timeZone ?? 'UTC', context.now);
    if (week === null) continue;
    const counted = { groupId, pageId, personId: to.personId, policyId: policy.policyId, week, budget, zones };
    draft.add({ type: 'NightPageCounted', data: counted });
  }
};

export const nightReaction: Reaction = { on: new Set(['AttemptSent']), react };
