import type { PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import { ids } from '../../data/words/names.fixture.js';
import { actionsOf, nextWords, statusWords, sureToResolve, unreachable } from './page-words.js';

const page = (differs: Partial<PageShown> = {}): PageShown => ({
  pageId: ids.page,
  groupId: ids.group,
  personId: ids.ana,
  personName: 'Ana',
  number: 12,
  title: 'Disk full',
  serviceName: 'Checkout',
  sourceName: 'Prometheus',
  description: null,
  lastNote: null,
  labels: [],
  links: [],
  examples: [],
  status: 'firing',
  snoozedUntil: null,
  urgency: 'high',
  since: '2026-11-21T12:00:00.000Z',
  holderName: null,
  alerts: 1,
  firing: 1,
  endsAt: null,
  cutSays: null,
  waiting: null,
  nextAt: null,
  alsoPaged: [],
  addable: [],
  actionNeeded: null,
  answered: false,
  undoUntil: null,
  expiresAt: '2026-11-22T12:00:00.000Z',
  now: '2026-11-21T12:00:00.000Z',
  ...differs,
});
const acts = (view: PageShown | null, problem = '') =>
  actionsOf(view, problem, Date.parse('2026-11-21T12:00:00.000Z')).map(({ act }) => act);

describe('the page of a page', () => {
  it('can be acknowledged before anything is known, and after a lost connection', () => {
    expect([acts(null), acts(null, unreachable)]).toEqual([['acknowledge'], ['acknowledge']]);
  });

  it('offers nothing on a link that has ended', () => expect(acts(null, 'This link has expired.')).toEqual([]));

  it('offers what still makes sense', () => {
    expect(acts(page())).toEqual(['answer', 'snooze', 'acknowledge']);
    expect(acts(page({ answered: true }))).toEqual(['snooze', 'acknowledge']);
    expect(acts(page({ status: 'snoozed', holderName: 'Ana' }))).toEqual(['acknowledge']);
    expect(acts(page({ status: 'acknowledged', holderName: 'Bo' }))).toEqual(['answer']);
    expect(acts(page({ status: 'acknowledged', holderName: 'Bo', answered: true }))).toEqual([]);
    expect(acts(page({ status: 'resolved' }))).toEqual([]);
  });

  it('asks whoever was there whether there was anything to do, once it is over; the answer can be changed', () => {
    const over = (answer: 'yes' | 'no' | 'skip' | null) =>
      actionsOf(page({ status: 'resolved', actionNeeded: { answer } }), '', 0).map(({ act, label }) => [act, label]);
    expect(over(null)).toEqual([
      ['action_needed yes', 'Yes'],
      ['action_needed no', 'No'],
      ['action_needed skip', 'Skip'],
    ]);
    expect(over('no').map(([, label]) => label)).toEqual(['Yes', 'No ✓']);
    expect(over('skip').map(([, label]) => label)).toEqual(['Yes', 'No']);
  });

  it('offers to whoever has it what comes next, and somebody of the team where there is one', () => {
    const mine = { status: 'acknowledged', holderName: 'Ana' } as const;
    expect(acts(page(mine))).toEqual(['resolve', 'snooze', 'note']);
    const addable = [{ personId: ids.bo, name: 'Bo' }];
    expect(acts(page({ ...mine, addable }))).toEqual(['resolve', 'snooze', 'note', 'add_responder']);
    expect(sureToResolve(page({ ...mine, firing: 1 }))).toBe('Still firing: resolve anyway');
    expect(sureToResolve(page({ ...mine, firing: 0 }))).toBeUndefined();
  });

  it('counts down to the next step', () => {
    const now = Date.parse('2026-11-21T12:00:00.000Z');
    expect(nextWords(page({ nextAt: '2026-11-21T12:02:04.000Z' }), now)).toBe('Next step in 2:04');
    expect(nextWords(page({ nextAt: '2026-11-21T11:59:00.000Z' }), now)).toBe('Next step now');
    expect(nextWords(page(), now)).toBe('');
  });

  it('offers to undo for ten seconds what was done by it a moment ago', () => {
    const undoUntil = '2026-11-21T12:00:08.000Z';
    const acknowledged = page({ status: 'acknowledged', holderName: 'Ana', undoUntil });
    const now = Date.parse('2026-11-21T12:00:00.000Z');
    expect(actionsOf(acknowledged, '', now)[0]).toEqual({ act: 'undo', label: 'Undo (8 s)', isMain: false });
    expect(actionsOf(acknowledged, '', Date.parse(undoUntil)).map(({ act }) => act)).not.toContain('undo');
    expect(acts({ ...acknowledged, status: 'snoozed' })).toEqual(['undo', 'acknowledge']);
  });

  it('says how it stands', () => {
    expect(statusWords(page({ endsAt: '2026-11-21T12:06:00.000Z' }))).toMatch(/ Ending: resolves at .+ unless it fires again\.$/);
    expect(statusWords(page({ status: 'acknowledged', holderName: 'Ana' }))).toBe('You’ve got it, Ana.');
    expect(statusWords(page({ status: 'acknowledged', holderName: 'Bo' }))).toBe('Bo acknowledged.');
    const snoozed = { status: 'snoozed', snoozedUntil: '2026-11-21T12:30:00.000Z' } as const;
    expect(statusWords(page({ ...snoozed, holderName: 'Ana' }))).toMatch(/^You snoozed until .*30/);
    expect(statusWords(page({ ...snoozed, holderName: 'Bo' }))).toMatch(/^Bo snoozed until /);
    expect(statusWords(page({ status: 'resolved' }))).toContain('Resolved.');
  });
});
