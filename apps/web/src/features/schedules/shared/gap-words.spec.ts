import type { PolicyTarget, Step } from '@tocsin/contracts/policies/noun.js';
import { coverOfGap, coverWords } from './gap-words.js';

const nights: PolicyTarget = { kind: 'schedule', scheduleId: 'nights' };
const ana: PolicyTarget = { kind: 'person', personId: 'ana' };
const hook: PolicyTarget = { kind: 'webhook', subscriptionId: 'hook' };
const policy = (...steps: readonly (readonly PolicyTarget[])[]) => ({
  removed: false,
  steps: steps.map((targets): Step => ({ stepId: 'step', targets: [...targets], waitMinutes: 5, notifyOthersStill: false })),
});
const none = () => false;

it('a gap is covered by the first step that pages someone else', () => {
  expect(coverOfGap([policy([nights], [ana])], 'nights', none)).toBe(2);
  expect(coverOfGap([policy([nights, ana])], 'nights', none)).toBe(1);
  expect(coverOfGap([policy([nights], [hook], [ana])], 'nights', none)).toBe(3);
  expect(coverOfGap([policy([nights], [ana]), policy([ana], [nights])], 'nights', none)).toBe('other');
  expect([coverWords(2), coverWords('other')]).toEqual(['covered by step 2', 'covered by other steps']);
});

it('a gap is not covered where one policy pages no one else, or only a schedule that has gaps, too', () => {
  expect(coverOfGap([policy([nights], [ana]), policy([nights])], 'nights', none)).toBeNull();
  const days: PolicyTarget = { kind: 'schedule', scheduleId: 'days' };
  expect(coverOfGap([policy([nights], [days])], 'nights', (id) => id === 'days')).toBeNull();
  expect(coverOfGap([policy([nights], [days])], 'nights', none)).toBe(2);
  expect(coverOfGap([], 'nights', none)).toBeNull();
  expect(coverOfGap([{ ...policy([nights], [ana]), removed: true }], 'nights', none)).toBeNull();
});
