import type { AlertTextsRow } from '@tocsin/contracts/alert-groups/rows.js';
import { computeChanges, type View } from '@tocsin/kernel/rows/view.js';
import { alertmanager, alertOf } from '../../routing/signals.fixture.js';
import { ana, Scenario, pages } from '../groups.fixture.js';
import { alertTextsView } from './alert-texts.view.js';

/** The rows that the scenario’s events make, and how often one was written. */
const foldTexts = (scenario: Scenario) => {
  const rows = new Map<string, AlertTextsRow>();
  let writes = 0;
  for (const event of scenario.world.events)
    for (const [id, row] of computeChanges(alertTextsView as View<AlertTextsRow>, event, (key) => rows.get(key))) {
      rows.set(id, row!);
      writes += 1;
    }
  return { rows: [...rows.values()], writes };
};
const hosts = (count: number) => Array.from({ length: count }, (_, n) => alertOf(`Disk ${n}`, { labels: { host: `web-${n}` } }));

it('has the summary and every label of every alert of a group, in parts that are searched whole', () => {
  const scenario = new Scenario({ steps: [pages([ana])] });
  scenario.receives(alertmanager(hosts(300)));
  const { rows } = foldTexts(scenario);
  const lines = rows.flatMap(({ text }) => text.split('\n'));
  expect(lines).toEqual(expect.arrayContaining(['host=web-0', 'host=web-299']));
  expect(rows.every(({ text, groupId }) => text.length <= 400 && groupId === scenario.row().id)).toBe(true);
});

it('grows by what is new: an alert that joins rewrites nothing, and one that fires again adds nothing', () => {
  const scenario = new Scenario({ steps: [pages([ana])] });
  scenario.receives(alertmanager(hosts(300)));
  const before = foldTexts(scenario);
  scenario.receives(alertmanager(hosts(301)));
  const after = foldTexts(scenario);
  expect(after.writes - before.writes).toBe(1);
  expect(after.writes).toBe(after.rows.length);
  scenario.receives(alertmanager(hosts(301).map((alert) => ({ ...alert, startsAt: '2030-01-01T00:00:00.000Z' }))));
  expect(foldTexts(scenario).writes).toBe(after.writes);
});
