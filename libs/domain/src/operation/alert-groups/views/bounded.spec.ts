import type { AlertsRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import { computeChanges, type View } from '@tocsin/kernel/rows/view.js';
import { alertsByKey } from '../alert-table.js';
import { alertmanager, alertOf, resolvedAlert } from '../../routing/signals.fixture.js';
import { ana, bo, Scenario, pages, contactsOfPerson } from '../groups.fixture.js';
import { alertsView } from './alerts.view.js';
import { laddersView } from './ladders.view.js';

const rules = [
  ['high', 0, 0],
  ['high', 1, 1],
] as const;
const contacts = Object.fromEntries([ana, bo].map((personId) => [personId, contactsOfPerson(personId, ['browser', 'email'], rules)]));
const steps = [pages([ana], { waitMinutes: 1 }), pages([bo], { waitMinutes: 1 })];

/** The row of the newest group, folded from its stream alone. */
const foldView = <Row>(scenario: Scenario, view: View<Row, RecordedFact>): Row | undefined => {
  const stream = view.stream!(scenario.row().id);
  let row: Row | undefined;
  for (const event of scenario.world.events) {
    if (event.stream === stream) for (const [, changed] of computeChanges(view as View<Row>, event, () => row)) row = changed ?? undefined;
  }
  return row;
};

/** The row, and all older parts that can be paged in before it, the newest first. */
const readPages = <Row extends { readonly older: string | null }>(scenario: Scenario, view: View<Row, RecordedFact>): readonly Row[] => {
  const rows = [foldView(scenario, view)!];
  for (let { older } = rows[0]!; older !== null; older = rows.at(-1)!.older) rows.push(foldView(scenario, view.before!(older)!)!);
  return rows;
};

describe('the ladder of a group that nobody takes', () => {
  const scenario = new Scenario({ steps, repeats: 5, contacts });
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.passes(24 * 60);
  const rows = readPages<LadderRow>(scenario, laddersView);

  it('stays as small after a day as after an hour', () => {
    expect(JSON.stringify(rows[0]).length).toBeLessThan(80_000);
    expect(rows[0]!.rungs.length).toBeLessThanOrEqual(24);
    expect(scenario.group().climb.next).toMatchObject(rows[0]!.next!);
  });

  it('holds the round that is climbed whole', () => {
    const { round } = rows[0]!.rungs.at(-1)!;
    const takenSteps = scenario.all('EscalationStepTaken').filter(({ data }) => data.round === round);
    expect(rows[0]!.rungs.filter((rung) => rung.round === round)).toHaveLength(takenSteps.length);
  });

  it('pages in each older step and page once, with what became of it', () => {
    const rungs = rows.toReversed().flatMap((row) => row.rungs);
    expect(rungs.map(({ round, step }) => [round, step])).toEqual(
      scenario.all('EscalationStepTaken').map(({ data }) => [data.round, data.step]),
    );
    const all = rows.toReversed().flatMap((row) => row.pages);
    expect(all.map(({ pageId }) => pageId)).toEqual(scenario.all('PageStarted').map(({ data }) => data.pageId));
    const cancelled = new Set(scenario.all('PageCancelled').map(({ data }) => data.pageId));
    expect(all.filter(({ state }) => state === 'cancelled')).toHaveLength(cancelled.size);
    expect(rows.every((row) => JSON.stringify(row).length < 80_000)).toBe(true);
  });

  it('is what the projector keeps, event by event', () => {
    expect(foldView(scenario, laddersView)).toEqual(scenario.ladder());
  });
});

describe('the alerts of a group of changing pods', () => {
  const pod = (n: number, more: object = {}) =>
    alertOf('PodDown', { fingerprint: `pod-${n}`, labels: { alertname: 'PodDown', cluster: 'eu', pod: `p${n}` }, ...more });
  const scenario = new Scenario();
  for (let n = 0; n < 150; n += 1) {
    const endedAlerts = n < 2 ? [] : [resolvedAlert('PodDown', { fingerprint: `pod-${n - 2}`, labels: pod(n - 2).labels })];
    scenario.receives(alertmanager([pod(n), ...(n < 1 ? [] : [pod(n - 1)]), ...endedAlerts]));
  }
  const rows = readPages<AlertsRow>(scenario, alertsView);

  it('are the newest hundred in its row, and can all be paged in', () => {
    expect(scenario.row()).toMatchObject({ alerts: 150, firing: 2 });
    expect(rows.map(({ alerts }) => alerts.length)).toEqual([100, 50]);
    const all = rows.toReversed().flatMap(({ alerts }) => alerts);
    expect(all.map(({ fingerprint, state }) => [fingerprint, state])).toEqual(
      Object.entries(alertsByKey(scenario.group().alerts)).map(([key, { firing }]) => [key, firing ? 'firing' : 'resolved']),
    );
    expect(rows[0]!.commonLabels).toEqual({ alertname: 'PodDown', cluster: 'eu' });
    expect(scenario.world.rows<AlertsRow>('alerts').get(scenario.row().id)).toEqual(rows[0]);
  });

  it('come back to its row when they fire again, and leave the older ones', () => {
    scenario.receives(alertmanager([pod(149), pod(148), pod(3)]));
    const [newest, older] = readPages<AlertsRow>(scenario, alertsView);
    expect(newest!.alerts.find(({ fingerprint }) => fingerprint === 'pod-3')).toMatchObject({ state: 'firing', resolvedAt: null });
    expect(older!.alerts.some(({ fingerprint }) => fingerprint === 'pod-3')).toBe(false);
  });

  it('are fewer in the row when they are large', () => {
    const large = new Scenario();
    const details = 'x'.repeat(6_000);
    large.receives(alertmanager(Array.from({ length: 90 }, (_, n) => pod(n, { details }))));
    const pagesOf = readPages<AlertsRow>(large, alertsView);
    expect(pagesOf.every((row) => JSON.stringify(row).length < 300_000)).toBe(true);
    expect(new Set(pagesOf.flatMap(({ alerts }) => alerts.map(({ fingerprint }) => fingerprint))).size).toBe(90);
  });
});

it('a mark that no row has named is none', () => {
  expect(alertsView.before!('x')).toBeUndefined();
  expect(laddersView.before!('yesterday')).toBeUndefined();
});
