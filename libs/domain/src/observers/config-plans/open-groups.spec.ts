import { readsAfter } from '../../configuration.fixture.js';
import { afterPlan, planOf } from './applied.fixture.js';

const [ana, bo] = ['ana@example.org', 'bo@example.org'];
const files = (person: string, description: string) => [
  { kind: 'Person', email: ana },
  { kind: 'Person', email: bo },
  { kind: 'Team', name: 'Payments', members: [{ person: ana, role: 'manager' }] },
  { kind: 'Policy', team: 'Payments', name: 'Payments', steps: [{ waitMinutes: 5, targets: [{ person }] }] },
  { kind: 'Service', team: 'Payments', name: 'Checkout', policy: 'Payments', description },
];

it('open alert groups keep the version of their policy, unless whoever applies says otherwise', () => {
  const reads = afterPlan(planOf(files(ana, 'before'), readsAfter()), readsAfter());
  const saidIn = (applyToOpen: boolean) =>
    planOf(files(bo, 'after'), reads, { applyToOpen }).steps.flatMap(({ command }) =>
      command === null ? [] : [[command.type, command.data['applyToOpen'] ?? false]],
    );
  expect(saidIn(false)).toEqual([
    ['ChangePolicy', false],
    ['ChangeService', false],
  ]);
  expect(saidIn(true)).toEqual([
    ['ChangePolicy', true],
    ['ChangeService', true],
  ]);
});
