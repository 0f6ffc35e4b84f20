import { group } from '../shared/alert-group.fixture.js';
import { ids } from '../../../data/words/names.fixture.js';
import { mainAct, otherActs, shownActs } from './acts.js';
import { columnsOf } from './alert-columns.js';

const acknowledged = (personId: string, responders: string[] = []) =>
  group({ status: 'acknowledged', holder: { kind: 'person', personId }, responders });
const bySender = group({ status: 'acknowledged', holder: { kind: 'sender', integrationId: ids.prometheus } });

describe('the one button', () => {
  it.each([
    ['acknowledge', group()],
    ['resolve', acknowledged(ids.ana)],
    ['resolve', acknowledged(ids.bo, [ids.ana])],
    ['join', acknowledged(ids.bo)],
    ['takeOver', bySender],
    ['reopen', group({ status: 'resolved' })],
  ])('is %s', (act, row) => expect(mainAct(row, ids.ana)).toBe(act));

  it.each([group(), acknowledged(ids.ana), acknowledged(ids.bo), acknowledged(ids.bo, [ids.ana]), bySender, group({ status: 'resolved' })])(
    'is never in the menu as well',
    (row) => expect(otherActs(row, ids.ana)).not.toContain(mainAct(row, ids.ana)),
  );
});

it('what is wanted most stands beside the one button, and nothing twice', () => {
  expect(shownActs(group(), ids.ana).buttons).toEqual(['resolve', 'snooze', 'page']);
  expect(shownActs(acknowledged(ids.ana), ids.ana).buttons).toEqual(['snooze', 'reassign', 'page']);
  for (const row of [group(), acknowledged(ids.bo), group({ status: 'resolved' })]) {
    const { buttons, rest } = shownActs(row, ids.ana);
    expect([...buttons, ...rest].toSorted()).toEqual(otherActs(row, ids.ana).toSorted());
  }
});

it('the table of alerts has the labels in which they differ, those that most have first', () => {
  const alerts: { labels: Record<string, string> }[] = [
    { labels: { job: 'x', instance: 'a', az: '1' } },
    { labels: { job: 'x', instance: 'b' } },
  ];
  expect(columnsOf(alerts, { job: 'x' })).toEqual(['instance', 'az']);
});
