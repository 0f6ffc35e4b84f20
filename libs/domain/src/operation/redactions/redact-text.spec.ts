import { events as contracts } from '@tocsin/contracts/catalogue.js';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import { ERASED } from '@tocsin/contracts/ids.js';
import type { TextPath } from '@tocsin/contracts/redactions/noun.js';
import { measureHeap } from '@tocsin/testing/heap-usage.js';
import { duration } from '@tocsin/contracts/duration.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { ana, bo, Scenario, pages } from '../alert-groups/groups.fixture.js';
import { byOwner, idOf } from '../../configuration.fixture.js';
import { domain } from '../../registry.js';
import { scheduleRules } from '../../setup/schedules/facts.fixture.js';
import { textOf } from './redactions.js';
import { redactText } from './redact-text.js';

const nameIn = (prefix: string): string => `${prefix} by Zerafina`;
const [teamId, others, policyId, serviceId, scheduleId] = [idOf('7e1'), idOf('7e2'), idOf('91'), idOf('51'), idOf('5c')];
const settings = { runbook: null, policyId, urgencyRule: 'by_severity', ackTimeoutMinutes: null, reopenWindowMinutes: null };

/** Every kind of text that a person can write, a running page, and a team that hands over everything it has. */
const history = (): readonly Recorded[] => {
  const { world } = new Scenario();
  const run = (type: string, data: object): void => {
    expect(world.run({ type, data }, { actor: byOwner })).toMatchObject({ kind: 'done' });
    world.advance(0);
  };
  run('CreateTeam', { teamId, name: 'Till', description: nameIn('A team') });
  run('CreateTeam', { teamId: others, name: 'Other tills', description: nameIn('Another team') });
  run('RenameTeam', { teamId, name: 'Tills', description: nameIn('A team, changed') });
  run('CreatePolicy', { teamId, policyId, name: 'Policy', steps: [pages([ana])], repeats: 0, climbLow: false });
  const service = { teamId, serviceId, name: 'Checkout', ...settings };
  run('CreateService', { ...service, description: nameIn('A service') });
  run('ChangeService', { ...service, version: 1, description: nameIn('A service, changed') });
  run('CreateService', { ...service, serviceId: idOf('5f'), name: 'Cart', description: nameIn('Another service') });
  const groupId = idOf('9a');
  run('PageSomeone', { groupId, title: nameIn('The till is down'), urgency: 'high', serviceId, personIds: [ana] });
  run('AddNote', { groupId, text: nameIn('A note') });
  const tokenId = idOf('70f');
  const token = { tokenId, name: 'Helper', teamId: null, scopes: ['read', 'plan'] };
  run('IssueServiceToken', { ...token, tokenHash: 'h', expiresAt: addMillis(world.now, 30 * duration.day) });
  const program: Actor = { kind: 'token', id: tokenId, roles: [], token: { id: tokenId, scopes: ['plan'], teamId: null } };
  const planned = { tool: 'add_note', groupId, text: nameIn('A note of a program') };
  expect(world.run({ type: 'ProposeToolPlan', data: { act: planned } }, { actor: program })).toMatchObject({ kind: 'done' });
  const bulkActId = idOf('ba');
  run('ActOnFiltered', { bulkActId, act: 'AcknowledgeAlertGroup', filter: nameIn('q=till'), ordinal: 1, groupIds: [groupId] });
  run('AddTeamMember', { teamId, personId: bo, role: 'responder' });
  run('CreateSchedule', { teamId, scheduleId, name: 'Primary', externalKey: null, ...scheduleRules });
  const part = { from: world.now, to: addMillis(world.now, 14 * duration.day) };
  const override = { overrideId: idOf('0a'), kind: 'add', personId: ana, replacesId: null, ...part };
  run('AskForCover', { scheduleId, personId: ana, ...part, offeredTo: [bo], inReturn: null, note: nameIn('A request') });
  run('AddOverrides', { scheduleId, overrides: [{ ...override, reason: nameIn('An override') }] });
  run('ChangeOverride', { scheduleId, ...override, reason: nameIn('An override, changed') });
  const temporary = { scheduleId, temporaryId: idOf('7a'), ...part, shifts: [], fallback: [] };
  run('AddTemporarySchedule', { ...temporary, reason: nameIn('A temporary schedule') });
  run('ChangeTemporarySchedule', { ...temporary, reason: nameIn('A temporary schedule, changed') });
  run('MoveAllToTeam', { teamId, toTeamId: others });
  return world.events;
};

const events = history();
const texts = (of: readonly Recorded[]): readonly (readonly [Recorded, TextPath])[] =>
  of.flatMap((event) =>
    (contracts[event.type as keyof typeof contracts].personal as readonly { path: string; written?: true }[])
      .filter(({ written }) => written)
      .flatMap(({ path }): TextPath[] =>
        path.includes('*') ? [0, 1].map((n) => path.replace('*', String(n)).split('.')) : [path.split('.')],
      )
      .filter((path) => (textOf(event.data, path) ?? '') !== '')
      .map((path) => [event, path] as const),
  );

const withoutText = (event: Recorded, path: TextPath): Recorded => {
  const data = structuredClone(event.data);
  const holder = path.slice(0, -1).reduce((at, key) => (at as Record<string, never>)[key], data);
  (holder as Record<string, unknown>)[path.at(-1)!] = ERASED;
  return { ...event, data };
};

/** The event without these texts. */
const eraseTexts = (event: Recorded, goneTexts: readonly (readonly [Recorded, TextPath])[]): Recorded =>
  goneTexts.reduce((one, [of, path]) => (of === event ? withoutText(one, path) : one), event);

const memoryOf = (of: readonly Recorded[]): MemoryRows => {
  const memory = new MemoryRows(domain.memory);
  for (const event of of) memory.apply(event);
  return memory;
};

describe('a text that a person wrote', () => {
  it('is marked in every kind of event that a command puts it into', () => {
    const kinds = new Set(texts(events).map(([{ type }, path]) => `${type} ${path.at(-1)}`));
    const plainEvents = events.filter((event) => JSON.stringify(event.data).includes('Zerafina')).map(({ type }) => type);
    expect([...kinds].map((kind) => kind.split(' ')[0]).toSorted()).toEqual([...new Set(plainEvents)].toSorted());
    expect(kinds).toContain('TeamTookOver description');
  });

  it.each(texts(events).map(([event, path]) => [`${event.type} ${event.ordinal} ${path.join('.')}`, event, path] as const))(
    'is taken out of memory, which is then as if folded without it: %s',
    (_name, event, path) => {
      const memory = memoryOf(events);
      redactText(memory, event, path);
      const copies = texts(events).filter(([one, at]) => at.at(-1) === path.at(-1) && textOf(one.data, at) === textOf(event.data, path));
      const foldErased = (goneTexts: typeof copies) => measureHeap(memoryOf(events.map((one) => eraseTexts(one, goneTexts))));
      // a copy in a row that another team took over is removed too
      expect([foldErased([[event, path]]), foldErased(copies)]).toContainEqual(measureHeap(memory));
    },
  );

  it('is in no row of memory once all were struck, and what else stands there stays', () => {
    const memory = memoryOf(events);
    expect(JSON.stringify(measureHeap(memory))).toContain('Zerafina');
    for (const [event, path] of texts(events)) redactText(memory, event, path);
    expect(JSON.stringify(measureHeap(memory))).not.toContain('Zerafina');
    expect(memory.rows<{ name: string }>('services').get(serviceId)).toMatchObject({ name: 'Checkout' });
  });

  it('changes no decision when it is erased: all of it, or any one alone', () => {
    const all = texts(events);
    const decideErased = (goneTexts: typeof all) => {
      const { differences, missing, checked } = reenact(
        domain,
        events.map((event) => eraseTexts(event, goneTexts)),
      );
      // the people of the fixture are recorded without being decided
      return { differences: differences.filter(({ stream }) => stream !== 'configuration'), missing, checked };
    };
    const exactly = { differences: [], missing: [], checked: decideErased([]).checked };
    for (const goneTexts of [[], all, ...all.map((one) => [one])]) expect(decideErased(goneTexts)).toEqual(exactly);
  });
});
