import type { PolicyRow } from '../policies/noun.js';
import { idsNamed } from '../policies/targets.js';
import type { AheadAnswer, UnreadyPerson } from '../schedules/ahead.js';
import type { SharedReason } from './shared-readiness-reasons.js';

const codes: Readonly<Record<UnreadyPerson['lacks'], SharedReason['code']>> = {
  'readiness.no_method': 'readiness.unreachable_ahead',
  'readiness.bounces_not_seen': 'readiness.bounces_not_seen_ahead',
  'readiness.no_rule': 'readiness.no_rule_ahead',
};

/** Upcoming problems in the schedules of a policy: gaps, and people who can’t be paged reliably. */
export function aheadReasons(
  policy: Pick<PolicyRow, 'steps'>,
  { ahead }: { readonly ahead?: Pick<AheadAnswer, 'gaps' | 'lacking'> | undefined },
): readonly SharedReason[] {
  if (!ahead) return [];
  const schedules = new Set(policy.steps.flatMap((step) => idsNamed(step, 'schedule')));
  const gaps = ahead.gaps.filter(({ scheduleId }) => schedules.has(scheduleId));
  const lacking = ahead.lacking.filter(({ scheduleId }) => schedules.has(scheduleId));
  return [
    ...gaps.flatMap(({ scheduleId, count, first: [gap] }): readonly SharedReason[] =>
      gap ? [{ code: 'readiness.gap_ahead', id: scheduleId, ahead: { scheduleId, ...gap, more: count - 1 } }] : [],
    ),
    ...lacking.map(({ personId, scheduleId, from, lacks }): SharedReason => {
      return { code: codes[lacks], id: personId, personIds: [personId], ahead: { scheduleId, from } };
    }),
  ];
}
