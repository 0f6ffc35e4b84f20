import { ids, names, steps } from '../../data/words/names.fixture.js';
import { targetKey } from '@tocsin/contracts/policies/targets.js';
import { targetWords } from './shared/target-words.js';
import { courseOf, draftOf, linesOf, moveStep, stepsOf, type DraftStep } from './draft.js';

const draft = draftOf({ name: 'Primary', steps, repeats: 3, climbLow: false });

it('a draft that nobody touched saves what was there', () => expect(stepsOf(draft)).toEqual(steps));

it('a step moves up and down, but not over the ends', () => {
  const order = (moving: readonly DraftStep[]) => moving.map(({ targets }) => targetKey(targets[0]!));
  expect(order(moveStep(draft.steps, 1, -1))).toEqual([`person ${ids.bo}`, `person ${ids.ana}`]);
  expect(moveStep(draft.steps, 0, -1)).toBe(draft.steps);
});

it('the course says after how long each step comes, and how long a round takes', () => {
  const { rungs, round } = courseOf(draft);
  expect([rungs.map(({ after }) => after), round]).toEqual([[0, 5], 10]);
});

it('a step that is empty takes no time; where all are empty, the round waits as long as it would', () => {
  const emptied = (...at: readonly number[]) => ({
    ...draft,
    steps: draft.steps.map((step, n) => (at.includes(n) ? { ...step, targets: [] } : step)),
  });
  const course = (...at: readonly number[]) => {
    const { rungs, round } = courseOf(emptied(...at));
    return [rungs.map(({ after }) => after), round];
  };
  expect([course(0), course(1), course(0, 1)]).toEqual([
    [[0, 0], 5],
    [[0, 5], 5],
    [[0, 0], 10],
  ]);
});

it('its lines name people, so that a conflict can be read', () => {
  expect(linesOf(draft, (target) => targetWords(target, names()))).toEqual({
    name: 'Primary',
    'step 1': 'Ana, wait 5 min',
    'step 2': 'Bo, Carla, wait 5 min',
    repeats: '3',
    'low urgency': 'does not escalate',
  });
});

it('a step that pages one in turn says so, and saves it', () => {
  const inTurn = { ...draft, steps: draft.steps.map((step) => ({ ...step, oneInTurn: true })) };
  expect(linesOf(inTurn, (target) => targetWords(target, names()))).toMatchObject({ 'step 2': 'one of Bo, Carla, wait 5 min' });
  expect(stepsOf(inTurn).map(({ oneInTurn }) => oneInTurn)).toEqual([true, true]);
  expect(courseOf(inTurn).rungs.map(({ oneInTurn }) => oneInTurn)).toEqual([true, true]);
});
