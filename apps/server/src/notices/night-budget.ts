import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { giveNotices, type NoticeDependencies } from './give-notice.js';
import { managersOf } from './words.js';

/** The first night page above the budget of its policy: to the managers of the policy’s team, once a person and week. */
export const tellOfNights = async (
  dependencies: NoticeDependencies,
  { id, data }: RecordedOf<'NightPageCounted'>,
): Promise<EffectOutcome> => {
  const { reads } = dependencies.server;
  const policy = reads.policies.get(data.policyId);
  if (!policy) return { kind: 'unneeded' };
  const name = readablePersonal(reads.people.get(data.personId)?.name);
  return giveNotices(dependencies, { id, kind: 'night_budget' }, managersOf(reads, policy.teamId), () => ({
    subject: `Night budget of “${policy.name}” exceeded for ${name}`,
    lines: [
      `The policy “${policy.name}” allows ${data.budget} night pages a person a week. ${name} has had more in the week of ${data.week}. No page is stopped by this.`,
    ],
    link: '/reports/load',
    label: 'Open the load report',
  }));
};
