import type { Fact } from '@tocsin/contracts/catalogue.js';
import { ana, bo, byBo, idOf } from '@tocsin/domain/configuration.fixture.js';
import { codesOf, layerId, plan, rotation, schedule, scheduleId, serviceId, slots, teamId } from './planned.fixture.js';
import { readFiles } from './read-files.js';

describe('a plan', () => {
  it('leaves alone what a file does not name', () => {
    const { commands, errors } = plan('kind: Service\nteam: Payments\nname: Checkout\nackTimeoutMinutes: 20\n');
    expect(errors).toEqual([]);
    expect(commands).toMatchObject([{ type: 'ChangeService', data: { serviceId, version: 1, ackTimeoutMinutes: 20 } }]);
    expect(commands[0]!.data).not.toHaveProperty('runbook');
  });

  it('keeps the slots of people who stay, and the anchor: nobody’s turn moves', () => {
    const { commands } = plan(schedule('ana@example.org, bo@example.org, [ana@example.org, bo@example.org]'));
    const [{ data } = { data: {} }] = commands;
    expect(data).toMatchObject({
      layers: [{ layerId, rotation: { anchor: rotation.anchor, slots: [slots[0], slots[1], { people: [ana, bo] }] } }],
    });
  });

  it('renames by the former name, and makes nothing new', () => {
    const { commands, changes } = plan('kind: Schedule\nteam: Payments\nname: First\npreviousName: Primary\n');
    expect(changes).toMatchObject([{ action: 'change', id: scheduleId }]);
    expect(commands).toEqual([{ type: 'RenameSchedule', data: { teamId, scheduleId, name: 'First' } }]);
  });

  it('gives the same things the same ids each time', () => {
    const text = 'kind: Service\nteam: Payments\nname: New\npolicy: Default\n';
    expect(plan(text).changes[0]!.id).toBe(plan(text).changes[0]!.id);
  });

  it('makes what is new before it is used, and removes last', () => {
    const owned = { source: 'default', planId: idOf('f1'), commit: null };
    const item = { kind: 'Service' as const, id: serviceId, file: 'a.yaml', line: 1, fields: {} };
    const more: Fact[] = [{ type: 'ConfigApplied', data: { ...owned, owned: [item] } }];
    const text = `kind: Service
team: Payments
name: Ledger
policy: Night
---
kind: Policy
team: Payments
name: Night
steps: [{ waitMinutes: 5, targets: [{ person: ana@example.org }] }]
`;
    expect(plan(text, more, { prune: true }).commands.map(({ type }) => type)).toEqual(['CreatePolicy', 'CreateService', 'ArchiveService']);
    expect(plan(text, more).warnings).toMatchObject([expect.stringContaining('is no longer in the files')]);
    expect(codesOf(plan(text, more, { prune: true, pruneAtMost: 0 }))).toMatchObject([[1, '', 'config.prune_too_many']]);
    expect(plan(text, more, { prune: true, source: 'other' }).changes).toHaveLength(2);
  });

  it('is refused when a service would page nobody at any moment in between', () => {
    const gone = plan(schedule('nobody, nobody'));
    expect(gone.errors.map(({ code }) => code)).toContain('schedule.rotation_of_nobody');
    const empty = plan('kind: Schedule\nteam: Payments\nname: Primary\nlayers: []\n');
    expect(empty.errors.map(({ code }) => code)).toEqual(['config.nobody_left']);
  });

  it('makes each override once: one that a person deleted is not made again, nor pruned', () => {
    const seed = (key: string) =>
      `  - { externalKey: "${key}", kind: replace, person: bo@example.org, replaces: ana@example.org, from: 2036-12-01T09:00:00Z, to: 2036-12-02T09:00:00Z }\n`;
    const shift = '  - { externalKey: xmas, from: 2036-12-24T09:00:00Z, to: 2036-12-26T09:00:00Z, fallback: [ana@example.org] }\n';
    const text = `kind: Overrides\nschedule: Payments/Primary\noverrides:\n${seed('leave')}temporary:\n${shift}`;
    const { steps } = plan(text);
    expect(steps.map(({ command }) => command?.type)).toEqual(['AddOverrides', 'AddTemporarySchedule']);
    const applied = { source: 'default', planId: idOf('f1'), commit: null, owned: steps.flatMap(({ owned }) => owned) };
    const after: Fact[] = [{ type: 'ConfigApplied', data: applied }];
    expect(plan(text, after)).toMatchObject({ commands: [], changes: [], errors: [], warnings: [] });
    expect(plan('kind: Team\nname: Payments\n', after, { prune: true })).toMatchObject({ commands: [], errors: [], warnings: [] });
    const [more] = plan(text.replace('temporary', `${seed('swap')}temporary`), after).commands;
    expect(more).toMatchObject({ type: 'AddOverrides', data: { overrides: [{ personId: bo, replacesId: ana }] } });
  });

  it('does not take what another source owns', () => {
    const item = { kind: 'Service' as const, id: serviceId, file: 'a.yaml', line: 1, fields: {} };
    const more: Fact[] = [{ type: 'ConfigApplied', data: { source: 'infra', planId: idOf('f1'), commit: null, owned: [item] } }];
    const text = 'kind: Service\nteam: Payments\nname: Checkout\nackTimeoutMinutes: 20\n';
    expect(codesOf(plan(text, more))).toEqual([[4, 'name', 'config.owned_elsewhere']]);
    expect(plan(text, more, { takeOver: true }).errors).toEqual([]);
  });
});

describe('a document that names another team’s thing', () => {
  const otherId = idOf('7f');
  const withKey: Fact = { type: 'ExternalKeySet', data: { kind: 'Service', id: serviceId, externalKey: 'og:1' } };
  const other: readonly Fact[] = [{ type: 'TeamCreated', data: { teamId: otherId, name: 'Platform', description: '' } }, withKey];
  const member: Fact = { type: 'TeamMemberAdded', data: { teamId: otherId, personId: bo, role: 'manager' } };
  const policy = 'kind: Service\nteam: Platform\nname: A\npolicy: Payments/Default\n';
  const key = 'kind: Service\nteam: Platform\nname: Checkout\nexternalKey: og:1\n';
  const leave =
    'kind: Overrides\nschedule: Payments/Primary\noverrides:\n  - { externalKey: a, kind: remove, person: ana@example.org, from: 2036-12-01T09:00:00Z, to: 2036-12-02T09:00:00Z }\n';

  it.each([
    ['its policy', policy, [5, 'policy', 'config.other_team']],
    ['its key', key, [3, 'team', 'config.other_team']],
  ])('is refused by line: %s', (_name, text, place) => {
    expect(codesOf(plan(text, other))).toEqual([place]);
  });

  it('is refused by line, for whoever may not change it', () => {
    const byManager = (text: string) => codesOf(plan(text, [...other, member], {}, byBo));
    expect(byManager('kind: Service\nteam: Payments\nname: Checkout\nackTimeoutMinutes: 20\n')).toEqual([[1, '', 'config.permission']]);
    expect(byManager(leave)).toEqual([[1, '', 'config.permission']]);
    expect(byManager('kind: Team\nname: Platform\ndescription: Ours\n')).toEqual([]);
  });

  it('is left out when the files are those of one team', () => {
    expect(plan(`${leave}---\n${schedule('bo@example.org')}`, other, { team: 'Platform' })).toMatchObject({ changes: [], errors: [] });
  });
});

describe('a mistake in a file', () => {
  it('is not an end of `---`, but that nothing is in the files: pruned, everything would go', () => {
    expect(plan('kind: Team\nname: Payments\n---\n').errors).toEqual([]);
    const { errors } = readFiles([{ path: 'a.yaml', text: '# nothing\n---\n' }]);
    expect(errors).toMatchObject([{ code: 'config.empty' }]);
  });

  it('is listed once', () => {
    const text = 'kind: Policy\nteam: Payments\nname: Default\nsteps: [{ waitMinutes: 5, targets: [{ team: Pay/Out }] }]\n';
    expect(codesOf(plan(text))).toEqual([[5, 'steps[0].targets[0].team', 'config.reference_missing']]);
  });

  it.each([
    [
      'a name that there is not',
      'kind: Service\nteam: Payments\nname: A\npolicy: Defalt\n',
      [5, 'policy', 'config.reference_missing'],
      'Did you mean “Default”?',
    ],
    ['an unknown field', 'kind: Team\nname: A\ncolour: red\n', [4, '', 'config.unknown_field'], '“colour”'],
    ['a secret', 'kind: Team\nname: A\napiKey: abc\n', [4, '', 'config.secret_in_file'], 'fromEnv'],
    ['a number for a time', schedule('ana@example.org').replace('"09:00"', '540'), [8, 'layers[0].length.time', 'config.value'], '"09:00"'],
    ['an unknown kind', 'kind: Servise\nname: A\n', [2, 'kind', 'config.unknown_kind'], 'Did you mean Service?'],
    ['a missing field', 'kind: Service\nteam: Payments\n', [1, 'name', 'config.required'], 'name is required.'],
    ['the same twice', 'kind: Team\nname: A\n---\nkind: Team\nname: a\n', [6, 'name', 'config.duplicate'], 'a.yaml:1'],
    ['a key twice', 'kind: Team\nname: A\nname: B\n', [4, '', 'config.syntax'], ''],
  ])('names the line and what to do: %s', (_name, text, place, words) => {
    const { errors } = plan(text);
    expect(errors.map(({ line, path, code }) => [line, path, code])).toContainEqual(place);
    expect(errors.map(({ message }) => message).join(' ')).toContain(words);
  });
});
