import { filmViews, withChanges, type FilmAnswer, type FilmRows } from '@tocsin/contracts/film/film.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { alertmanager, alertOf } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { pages, ana, bo, Scenario } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { StreamFold } from '@tocsin/platform/views/stream-fold.js';
import { viewDefinitions } from '../view-definitions.js';
import { readFilm } from './read-film.js';

const sourceOf = (events: readonly Recorded[]) => {
  const stored = events.map((event) => ({ ...event, data: JSON.stringify(event.data), meta: JSON.stringify(event.meta), token: '' }));
  const readStream = (stream: string, from = 0, limit = 200): Promise<readonly StoredEvent[]> =>
    Promise.resolve(stored.filter((event) => event.stream === stream && event.revision >= from).slice(0, limit));
  return {
    log: { readStream },
    decode: ({ data, meta, ...event }: StoredEvent): Recorded => ({
      ...event,
      data: JSON.parse(data) as unknown,
      meta: JSON.parse(meta) as Recorded['meta'],
    }),
  };
};

/** A group that two steps page for, in which alerts join, and which is acknowledged and resolved. */
const life = () => {
  const scenario = new Scenario({ steps: [pages([ana]), pages([bo])] });
  scenario.receives(alertmanager([alertOf('Disk')]));
  scenario.passes(6);
  for (const name of ['Cpu', 'Net']) scenario.receives(alertmanager([alertOf('Disk'), alertOf(name)]));
  scenario.act('AcknowledgeAlertGroup');
  scenario.act('AddNote', { text: 'On it' });
  scenario.act('ResolveAlertGroup');
  return { groupId: scenario.row().id, source: sourceOf(scenario.world.events) };
};

const film = async (source: ReturnType<typeof sourceOf>, question: Parameters<typeof readFilm>[1]): Promise<FilmAnswer> =>
  JSON.parse((await readFilm(source, question))!) as FilmAnswer;

it('each frame has the rows that screens showed at its event', async () => {
  const { groupId, source } = life();
  const { frames, before, count } = await film(source, { groupId });
  expect(count).toBe(frames.length);
  const fold = new StreamFold(source);
  let rows: FilmRows = before;
  for (const { event, changes } of frames) {
    rows = withChanges(rows, changes);
    for (const view of filmViews.filter((name) => viewDefinitions.get(name)!.stream)) {
      const shown = await fold.foldRow(viewDefinitions.get(view)!, groupId, event.ordinal);
      expect([view, event.type, rows[view]]).toEqual([view, event.type, shown && JSON.parse(JSON.stringify(shown.row))]);
    }
  }
  expect(rows.alertGroups).toMatchObject({ status: 'resolved', notes: 1, alerts: 3 });
});

it('marks what changed, begins at the frame that is asked for, and ends where it is told to', async () => {
  const { groupId, source } = life();
  const whole = await film(source, { groupId });
  expect(new Set(whole.marks.map(({ kind }) => kind))).toEqual(new Set(['opened', 'paged', 'acknowledged', 'note', 'resolved']));
  const note = whole.marks.find(({ kind }) => kind === 'note')!.frame;
  const { ordinal } = whole.frames[note]!.event;
  expect((await film(source, { groupId, frame: ordinal })).at).toBe(note);
  expect((await film(source, { groupId, frame: 1_000_000 })).at).toBe(whole.count - 1);
  expect(await film(source, { groupId, from: note })).toMatchObject({ from: note, at: note, frames: whole.frames.slice(note) });
  expect((await film(source, { groupId, upTo: ordinal })).count).toBe(note + 1);
  expect(await readFilm(source, { groupId: 'none' })).toBeNull();
});

it('is read in parts, each with the rows before it', async () => {
  const scenario = new Scenario({ steps: [pages([ana])] });
  scenario.receives(alertmanager([alertOf('Disk')]));
  for (let n = 0; n < 260; n += 1) scenario.act('AddNote', { text: `Note ${n}` });
  const groupId = scenario.row().id;
  const source = sourceOf(scenario.world.events);
  const first = await film(source, { groupId });
  expect([first.from, first.frames.length]).toEqual([0, 200]);
  const last = await film(source, { groupId, frame: 1_000_000 });
  expect([last.from, last.at]).toEqual([200, first.count - 1]);
  expect(last).toMatchObject(await film(source, { groupId, from: 200 }).then(({ before, frames }) => ({ before, frames })));
  const rows = first.frames.reduce<FilmRows>((before, { changes }) => withChanges(before, changes), first.before);
  expect(last.before).toEqual(rows);
});

it('folds what is before the first frame without making text of it', async () => {
  const scenario = new Scenario({ steps: [pages([ana])] });
  scenario.receives(alertmanager([alertOf('Disk')]));
  for (let n = 0; n < 260; n += 1) scenario.act('AddNote', { text: `Note ${n}` });
  const source = sourceOf(scenario.world.events);
  const { id: groupId } = scenario.row();
  const { count } = await film(source, { groupId });
  const toText = jest.spyOn(JSON, 'stringify');
  await readFilm(source, { groupId, from: count - 5 });
  expect(toText.mock.calls.length).toBeLessThanOrEqual(10);
  toText.mockRestore();
});
