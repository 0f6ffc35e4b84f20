import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import type { PageRow } from '@tocsin/contracts/alert-groups/pages.js';
import { ids, names, steps } from '../../../data/words/names.fixture.js';
import { climbedSteps, drawnAs, earlierSteps, forecastAs, otherPages, rungsOf, withOlder, withoutRestarts } from './ladder-model.js';

const at = (minute: number) => `2026-11-21T12:0${minute}:00.000Z`;
const page = (pageId: string, personId: string, cause: PageRow['cause'], startedAt = at(0)): PageRow => ({
  pageId,
  personId,
  cause,
  state: 'sent',
  reason: null,
  quiet: false,
  startedAt,
  attempts: [],
});
const takenStep = (step: number, personId: string, outcome: 'paged' | 'continued' = 'paged', round = 1): LadderRow['rungs'][number] => ({
  round,
  step,
  takenAt: at(step),
  empty: false,
  targets: [{ target: { kind: 'person', personId }, persons: [{ personId, outcome }] }],
});
const ladder = (differs: Partial<LadderRow>): LadderRow => ({
  id: ids.group,
  policy: { policyId: ids.primary, version: 2 },
  state: 'climbing',
  because: 'opened',
  next: null,
  rungs: [],
  older: null,
  pages: [],
  ...differs,
});
const states = (row: LadderRow) => rungsOf(row, steps).map(({ step, state }) => `${step} ${state}`);

describe('the ladder', () => {
  it('shows what was taken, what is next, and what is ahead in this round', () => {
    expect(states(ladder({ next: { round: 1, step: 1, dueAt: at(5) } }))).toEqual(['1 next', '2 ahead']);
    expect(states(ladder({ rungs: [takenStep(1, ids.ana)], next: { round: 1, step: 2, dueAt: at(5) } }))).toEqual(['1 taken', '2 next']);
  });

  it('draws what is done, now, next and later', () => {
    const rungs = rungsOf(ladder({ rungs: [takenStep(1, ids.ana)], next: { round: 1, step: 2, dueAt: at(5) } }), steps);
    expect(rungs.map((_, n) => drawnAs(rungs, n))).toEqual(['now', 'next']);
    const ahead = rungsOf(ladder({ next: { round: 1, step: 1, dueAt: at(5) } }), steps);
    expect(ahead.map((_, n) => drawnAs(ahead, n))).toEqual(['next', 'later']);
    const stopped = rungsOf(ladder({ state: 'stopped', rungs: [takenStep(1, ids.ana), { ...takenStep(2, ids.bo), empty: true }] }), steps);
    expect(stopped.map((_, n) => drawnAs(stopped, n))).toEqual(['done', 'skipped']);
  });

  it('draws nothing of a forecast as done', () => {
    const rungs = rungsOf(
      ladder({ rungs: [takenStep(1, ids.ana), { ...takenStep(2, ids.bo), empty: true }, takenStep(1, ids.bo)] }),
      steps,
    );
    expect(rungs.map((_, n) => forecastAs(rungs, n))).toEqual(['now', 'skipped', 'later']);
  });

  it('folds the first steps of a long escalation, never one alone, and nothing that is still ahead', () => {
    const taken = (count: number) => Array.from({ length: count }, (_, n) => takenStep(n + 1, ids.ana));
    const folded = (count: number) =>
      earlierSteps(rungsOf(ladder({ rungs: taken(count), next: { round: 3, step: 1, dueAt: at(9) } }), steps));
    expect([0, 3, 4, 5, 9].map(folded)).toEqual([0, 0, 0, 2, 6]);
  });

  it('hides a step that was taken again within the same second', () => {
    const again = { ...takenStep(1, ids.ana), round: 2, takenAt: '2026-11-21T12:01:00.400Z' };
    const shown = withoutRestarts(rungsOf(ladder({ rungs: [takenStep(1, ids.ana), again, takenStep(2, ids.bo)] }), steps));
    expect(shown.map(({ step, round }) => [step, round])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('ends where it stopped', () => {
    expect(states(ladder({ state: 'stopped', rungs: [takenStep(1, ids.ana)] }))).toEqual(['1 taken']);
  });

  it('shows an empty step, and managers after the last round', () => {
    const rungs = [{ ...takenStep(1, ids.ana), empty: true, targets: [] }];
    expect(states(ladder({ rungs, next: { round: 4, step: 'exhausted', dueAt: at(5) } }))).toEqual(['1 empty', 'exhausted next']);
  });

  it('puts a page on the rung that caused it, and on a later one that found it going on', () => {
    const pages = [page('p1', ids.ana, { kind: 'escalation', round: 1, step: 1 })];
    const rungs = rungsOf(ladder({ rungs: [takenStep(1, ids.ana), takenStep(1, ids.ana, 'continued', 2)], pages }), steps);
    expect(rungs.map(({ people }) => people[0]?.page?.pageId)).toEqual(['p1', 'p1']);
  });

  it('shows pages beside the policy apart', () => {
    const row = ladder({
      rungs: [takenStep(1, ids.ana)],
      pages: [page('p1', ids.ana, { kind: 'escalation', round: 1, step: 1 }), page('p2', ids.carla, { kind: 'person', by: ids.ana })],
    });
    expect(otherPages(row, rungsOf(row, steps)).map(({ pageId }) => pageId)).toEqual(['p2']);
  });
});

it('what was paged in stands before the rest, each step and page once', () => {
  const pageOf = (n: number) => page(`p${n}`, ids.ana, { kind: 'escalation', round: 1, step: n });
  const [first, second, third] = [1, 2, 3].map((n) => ({ rungs: [takenStep(n, ids.ana)], pages: [pageOf(n)] }));
  const newest = ladder({ rungs: [...second!.rungs, ...third!.rungs], pages: [...second!.pages, ...third!.pages] });
  const whole = withOlder(newest, [ladder(second!), ladder(first!)]);
  expect(whole.rungs.map(({ step }) => step)).toEqual([1, 2, 3]);
  expect(whole.pages.map(({ pageId }) => pageId)).toEqual(['p1', 'p2', 'p3']);
});

it('a group climbs the version that it was opened with', () => {
  const policy = names().policyRow(ids.primary)!;
  const first = { version: 1, since: at(0), name: 'Primary', steps: steps.slice(0, 1), repeats: 0, climbLow: false };
  expect(climbedSteps(ladder({ policy: { policyId: ids.primary, version: 1 } }), { ...policy, versions: [first] })).toHaveLength(1);
  expect(climbedSteps(null, policy)).toHaveLength(2);
});
