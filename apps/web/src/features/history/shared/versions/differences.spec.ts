import type { z } from 'zod';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { commands } from '@tocsin/contracts/catalogue.js';
import { ERASED } from '@tocsin/contracts/ids.js';
import { exampleIds as ids } from '@tocsin/contracts/examples.js';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';
import { barOf, differencesOf } from './differences.js';
import { leafWords, pathWords } from './field-words.js';
import { fieldsOf, revertOf, thingOf, things, type ThingView } from '@tocsin/contracts/versions.js';

const step = (waitMinutes: number, personId: string) => ({
  stepId: ids.other,
  targets: [{ kind: 'person', personId }],
  waitMinutes,
  notifyOthersStill: false,
});
const policy = (version: number, ...steps: readonly object[]) => ({
  id: ids.policy,
  teamId: ids.team,
  version,
  name: 'Day',
  steps,
  repeats: 2,
  climbLow: false,
  removed: false,
  versions: [],
});

describe('two versions of a thing', () => {
  it('differ in single values, named by their place, without ids of the parts', () => {
    const [older, newer] = [policy(1, step(5, ids.colleague)), policy(2, step(10, ids.colleague), step(5, ids.other))];
    expect(differencesOf(fieldsOf('policies', older), fieldsOf('policies', newer))).toEqual([
      { field: 'steps', path: ['steps', '1', 'waitMinutes'], before: 5, after: 10 },
      { field: 'steps', path: ['steps', '2', 'targets', '1', 'kind'], before: undefined, after: 'person' },
      { field: 'steps', path: ['steps', '2', 'targets', '1', 'personId'], before: undefined, after: ids.other },
      { field: 'steps', path: ['steps', '2', 'waitMinutes'], before: undefined, after: 5 },
      { field: 'steps', path: ['steps', '2', 'notifyOthersStill'], before: undefined, after: false },
    ]);
    expect(differencesOf(fieldsOf('policies', older), fieldsOf('policies', { ...older, version: 3 }))).toEqual([]);
  });

  it('of a schedule are those of its rotations', () => {
    const schedule = (timeZone: string) => ({ id: ids.schedule, versions: [{ version: 1, timeZone, layers: [] }], timeZone: 'UTC' });
    expect(differencesOf(fieldsOf('schedules', schedule('UTC')), fieldsOf('schedules', schedule('Europe/Berlin')))).toEqual([
      { field: 'timeZone', path: ['timeZone'], before: 'UTC', after: 'Europe/Berlin' },
    ]);
  });

  it('are told in words and names', () => {
    expect(pathWords(['steps', '2', 'targets', '1', 'personId'])).toBe('Steps 2 › targets 1 › person');
    expect(pathWords(['ackTimeoutMinutes'])).toBe('Acknowledgement timeout, minutes');
    expect([true, null, 5, `${ids.colleague}, ${ids.colleague}`].map((leaf) => leafWords(leaf, () => 'Bo'))).toEqual([
      'Yes',
      'None',
      '5',
      'Bo, Bo',
    ]);
  });
});

describe('a revert', () => {
  it('is the ordinary command at the newest version’s number, with the older values of the chosen fields', () => {
    const older = policy(1, step(5, ids.colleague));
    const newest = { ...policy(4, step(10, ids.colleague)), name: 'Night', repeats: 7 };
    const body = revertOf({ view: 'policies', id: ids.policy }, { older, newest, fields: ['steps', 'repeats'] });
    expect(body).toEqual({
      teamId: ids.team,
      policyId: ids.policy,
      version: 4,
      name: 'Night',
      steps: older.steps,
      repeats: 2,
      climbLow: false,
    });
    expect(commands.ChangePolicy.data.safeParse(body).success).toBe(true);
  });

  it('brings back no redacted or erased text, and nothing that is gone', () => {
    const isThere = (id: string): boolean => id === ids.colleague;
    expect(barOf(redactedText, isThere)).toBe('redacted');
    expect(barOf(ERASED, isThere)).toBe('redacted');
    expect(barOf([step(5, ids.colleague), step(5, ids.policy)], isThere)).toBe('gone');
    expect([barOf([step(5, ids.colleague)], isThere), barOf('UTC', isThere), barOf(null, isThere)]).toEqual([null, null, null]);
  });

  it('leaves out what has no value, but what may be empty becomes empty', () => {
    const newest = { teamId: ids.team, version: 2, name: 'Shop', runbook: 'https://a.example', policyId: ids.policy, urgencyRule: 'high' };
    const body = revertOf({ view: 'services', id: ids.service }, { older: { ...newest, runbook: null }, newest, fields: ['runbook'] });
    expect(body).toMatchObject({ runbook: null, supportHours: null, version: 2 });
    const toPolicy = { older: policy(1, step(5, ids.colleague)), newest: { ...policy(2, step(5, ids.colleague)), nightBudget: 3 } };
    expect(revertOf({ view: 'policies', id: ids.policy }, { ...toPolicy, fields: ['nightBudget'] })).not.toHaveProperty('nightBudget');
    expect(revertOf({ view: 'policies', id: ids.policy }, { ...toPolicy, fields: [] })).toMatchObject({ nightBudget: 3 });
  });

  /** How a change takes effect, which no version says. */
  const choices = new Set(['applyToOpen', 'effectiveFrom']);
  it.each(Object.keys(things) as ThingView[])('of %s knows every field of its command, and how none is said', (view) => {
    const { command, idField, also, fields, permission } = things[view];
    const shape: Readonly<Record<string, z.ZodType>> = commands[command].data.shape;
    expect([idField, ...also, ...fields].toSorted()).toEqual(
      Object.keys(shape)
        .filter((field) => !choices.has(field))
        .toSorted(),
    );
    expect(commands[command].permission).toBe(permission);
    const body = revertOf({ view, id: ids.other }, { older: {}, newest: { teamId: ids.team, version: 2 }, fields });
    expect(fields.filter((field) => field in body)).toEqual(fields.filter((field) => shape[field]!.safeParse(null).success));
  });
});

describe('a version', () => {
  it.each(Object.keys(things) as ThingView[])('of %s is made by its events', (view) => {
    const { types, idField } = things[view];
    for (const type of types) {
      expect(thingOf(partOf<Recorded>({ type, data: { [idField]: ids.other } }))).toEqual({ view, id: ids.other });
      expect(thingOf(partOf<Recorded>({ type: 'NoteAdded', data: { [idField]: ids.other } }))).toBeNull();
    }
  });
});
