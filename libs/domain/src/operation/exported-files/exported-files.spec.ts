import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { foldRows, given } from '@tocsin/kernel/decide/given.js';
import { anaJoined, boJoined } from '../../setup/people/facts.fixture.js';
import { ana, bo, byAdmin, byBo, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { exportedFilesDecider, inputs } from './decider.js';
import { exportedPeopleView } from './exported-people.view.js';

const teamId = idOf('7e1');
const data = { groupId: idOf('9'), teamId, names: false, people: [ana, bo], morePeople: 0, upTo: 7 };
const teamWith = (role: 'manager' | 'responder') =>
  readsAfter(
    { type: 'TeamCreated', data: { teamId, name: 'Till', description: '' } },
    { type: 'TeamMemberAdded', data: { teamId, personId: bo, role } },
  );
const exporting = (type: string, setting: object, of: object = data) => given(exportedFilesDecider).when({ type, data: of }, setting);

describe('exporting a file about an alert group', () => {
  it('is recorded each time: what it is, with names or without, who is in it and where it ends', () => {
    const [fact] = exporting('ExportFilm', { actor: byAdmin, reads: teamWith('responder') }).facts();
    expect(fact).toMatchObject({
      type: 'FileExported',
      data: { of: { kind: 'film', groupId: data.groupId, teamId }, names: false, people: [ana, bo], upTo: 7 },
    });
    expect(inputs['FileExported']!(fact!.data as never, [], byAdmin as never)).toEqual({ type: 'ExportFilm', data });
  });

  it.each([
    ['ExportFilm', 'responder', true],
    ['ExportGroupPack', 'responder', false],
    ['ExportGroupPack', 'manager', true],
  ] as const)('%s by a %s of its team: %s', (type, role, isAllowed) => {
    const { actor, reads } = { actor: byBo, reads: teamWith(role) };
    const outcome = exporting(type, { actor, reads });
    if (isAllowed) expect(outcome.types()).toEqual(['FileExported']);
    else expect(outcome.refusal()).toBe('permission.denied');
  });
});

describe('exporting somebody’s nights', () => {
  const nights = { personId: ana, from: '2026-11-01T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z', upTo: 7 };
  const teamOf = (role: 'manager' | 'responder') =>
    readsAfter(
      anaJoined,
      boJoined,
      { type: 'TeamCreated', data: { teamId, name: 'Till', description: '' } },
      { type: 'TeamMemberAdded', data: { teamId, personId: ana, role: 'responder' } },
      { type: 'TeamMemberAdded', data: { teamId, personId: bo, role } },
    );
  const exportNights = (more: object, role: 'manager' | 'responder' = 'manager') =>
    given(exportedFilesDecider).when({ type: 'ExportPersonPack', data: { ...nights, ...more } }, { actor: byBo, reads: teamOf(role) });

  it('is for themselves without a reason, and for their managers with one', () => {
    expect(exportNights({ personId: bo }, 'responder').types()).toEqual(['FileExported']);
    expect(exportNights({ comment: 'Hours' }, 'responder').refusal()).toBe('permission.denied');
    expect(exportNights({}).refusal()).toBe('exported_file.reason_missing');
    const [fact] = exportNights({ comment: 'Hours' }).facts();
    expect(fact).toMatchObject({ data: { of: { kind: 'person', personId: ana }, people: [ana], names: true, comment: 'Hours' } });
    expect(inputs['FileExported']!(fact!.data as never, [], byBo as never)).toEqual({
      type: 'ExportPersonPack',
      data: { ...nights, comment: 'Hours' },
    });
  });

  it('is refused for no period, and for one that is too long', () => {
    for (const to of [nights.from, '2027-11-20T00:00:00.000Z'])
      expect(exportNights({ to, comment: 'Hours' }).refusal()).toBe('exported_file.period_invalid');
  });
});

it('each person in a file has a row that says where they are, and whether by name', () => {
  const fileId = idOf('f1');
  const of = { kind: 'group' as const, groupId: data.groupId, teamId };
  const events = recordedFacts([{ type: 'FileExported', data: { fileId, of, names: true, people: [ana, bo], morePeople: 0, upTo: 7 } }]);
  const rows = foldRows(exportedPeopleView as never, events as readonly RecordedOf<'FileExported'>[]);
  expect([...rows.keys()]).toEqual([`${fileId}:${ana}`, `${fileId}:${bo}`]);
  expect(rows.get(`${fileId}:${bo}`)).toMatchObject({ personId: bo, kind: 'group', names: true, groupId: data.groupId });
});

it('of a quarter is made by its team’s managers, once it has begun', () => {
  const exportQuarter = (quarter: string, role: 'manager' | 'responder' = 'manager') =>
    exporting(
      'ExportQuarterPack',
      { actor: byBo, reads: teamWith(role) },
      { teamId, quarter, names: false, people: [], morePeople: 0, upTo: 7 },
    );
  expect(exportQuarter('2026-Q4').types()).toEqual(['FileExported']);
  expect(exportQuarter('2026-Q4', 'responder').refusal()).toBe('permission.denied');
  expect(exportQuarter('2027-Q1').refusal()).toBe('exported_file.quarter_ahead');
});
