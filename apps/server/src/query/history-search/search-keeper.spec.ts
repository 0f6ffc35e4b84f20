import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryEventLog } from '@tocsin/platform/event-log/memory-event-log.js';
import { SearchIndex } from '@tocsin/platform/search/search-index.js';
import { tokensOf } from '@tocsin/platform/search/tokens.js';
import { filesWith } from '@tocsin/testing/machine/files-with.js';
import { aboutToken, actorToken, encryptedToken, typeToken } from './event-tokens.js';
import { SearchKeeper } from './search-keeper.js';

const idOf = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ana, bo, team, service, integration, group] = [1, 2, 3, 4, 5, 6].map(idOf) as [string, string, string, string, string, string];
const stream = `alertGroup-${group}`;

let dir: string;
let log: MemoryEventLog;
let keeper: SearchKeeper;
let roomFor: number;
const open = async (): Promise<void> => {
  const index = SearchIndex.open(dir, (await log.head()).ordinal);
  keeper = new SearchKeeper(
    index,
    (after, types) => log.readAll({ after, limit: 3, ...(types ? { types } : {}) }),
    () => (roomFor -= 1) >= 0,
  );
};
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'search-keeper-'));
  log = new MemoryEventLog();
  roomFor = Infinity;
  await open();
});
afterEach(async () => {
  await keeper.close();
  await log.close();
  rmSync(dir, { recursive: true });
});

interface Said {
  readonly by?: string;
  readonly on?: string;
  readonly enc?: readonly { readonly path: string; readonly subject: string }[];
}
let count = 0;
const append = async (type: string, data: object, { by = ana, on = stream, enc }: Said = {}): Promise<number> => {
  const meta = JSON.stringify({ at: '2026-01-01T00:00:00.000Z', actor: { kind: 'person', id: by, roles: [] }, ...(enc ? { enc } : {}) });
  count += 1;
  await log.append(on, 'any', [{ id: `e${count}`, type, v: 1, data: JSON.stringify(data), meta }]);
  return (await log.head()).ordinal;
};
const openedData = { groupId: group, teamId: team, serviceId: service, origin: { kind: 'signal', integrationId: integration } };
const appendOpened = (title: string): Promise<number> => append('AlertGroupOpened', { ...openedData, title });

const find = async (text: string, anyOf: readonly (readonly string[])[] = []): Promise<readonly number[] | undefined> => {
  await keeper.keepUp();
  const prefixes = tokensOf(text);
  return keeper.find({ anyOf, noneOf: [], words: { prefixes, or: encryptedToken }, before: Infinity, after: 0, limit: 50 })?.ordinals;
};

describe('the index of the history', () => {
  it('knows an event by its words, its type, its actor and everything that it names', async () => {
    const ordinal = await appendOpened('DiskFull on db1');
    await append('AlertGroupAcknowledged', { groupId: group }, { by: bo });
    expect(await find('disk db1')).toEqual([ordinal]);
    expect(await find('', [[typeToken('AlertGroupOpened')]])).toEqual([ordinal]);
    expect(await find('', [[actorToken(bo)]])).toEqual([2]);
    expect(await find('', [[aboutToken(group)]])).toEqual([2, 1]);
    expect(await find(idOf(1).slice(0, 8))).toEqual([]);
  });

  it('knows the team, service and source of everything that happened to a group', async () => {
    await appendOpened('Disk full');
    await append('AlertGroupAcknowledged', { groupId: group });
    await append('TeamCreated', { teamId: team, name: 'Payments' }, { on: `team-${team}` });
    await append('ServiceCreated', { teamId: team, serviceId: idOf(9), name: 'Checkout' }, { on: `team-${team}` });
    expect(await find('', [[aboutToken(team)]])).toEqual([4, 3, 2, 1]);
    expect(await find('', [[aboutToken(service)]])).toEqual([2, 1]);
    expect(await find('', [[aboutToken(integration)]])).toEqual([2, 1]);
    expect(await find('', [[aboutToken(team)], [typeToken('AlertGroupAcknowledged')]])).toEqual([2]);
  });

  it('has no word that is encrypted, and names the event as one to be decrypted', async () => {
    await append('NoteAdded', { groupId: group, text: 'Y2lwaGVydGV4dA' }, { enc: [{ path: 'text', subject: 'text:1' }] });
    await append('SignalReceived', { integrationId: integration, raw: 'Y2lwaGVy' }, { enc: [{ path: 'raw', subject: 'raw:1:2026-01' }] });
    expect(await find('Y2lwaGVydGV4dA')).toEqual([1]);
    expect(await find('', [[encryptedToken]])).toEqual([1]);
    expect(filesWith(dir, ['y2lwagv'])).toEqual([]);
  });

  it('has nothing that only some may read', async () => {
    await append('SignInConfigured', {
      openId: {
        issuer: 'https://idp.zerafina.example',
        clientId: 'zerafina-client',
        domains: ['zerafina.example'],
        createsPeople: { teamId: team },
      },
      secretRef: 'zerafinasecret',
    });
    expect(await find('zerafina')).toEqual([]);
    expect(await find('', [[aboutToken(team)]])).toEqual([]);
    expect(filesWith(dir, ['zerafina'])).toEqual([]);
  });

  it('loses a redacted text with every byte of it, and keeps the rest', async () => {
    const ordinal = await appendOpened('Zerafina unplugged the till');
    await append('AlertGroupAcknowledged', { groupId: group });
    expect(await find('zerafina')).toEqual([ordinal]);
    await append('TextRedacted', { ordinal, path: ['title'], stream }, { on: 'redactions' });
    expect(await find('zerafina')).toEqual([]);
    expect(await find('', [[aboutToken(service)]])).toEqual([2, 1]);
    expect(await find('', [[typeToken('TextRedacted')]])).toEqual([3]);
    expect(filesWith(dir, ['zerafina', 'unplugged'])).toEqual([]);
  });

  it('loses one that was redacted while it was closed, and is the same when it is made again', async () => {
    const ordinal = await appendOpened('Zerafina unplugged the till');
    await find('zerafina');
    await keeper.close();
    await append('TextRedacted', { ordinal, path: ['title'], stream }, { on: 'redactions' });
    await appendOpened('The till is back');
    await open();
    expect([await find('zerafina'), await find('till')]).toEqual([[], [3]]);
    expect(filesWith(dir, ['zerafina', 'unplugged'])).toEqual([]);
    await keeper.close();
    rmSync(join(dir, 'search.db'));
    await open();
    expect([await find('zerafina'), await find('till')]).toEqual([[], [3]]);
    expect(filesWith(dir, ['zerafina', 'unplugged'])).toEqual([]);
  });

  it('takes no more of a disk that fills up, and goes on from there once there is room', async () => {
    await appendOpened('Disk full');
    roomFor = 0;
    expect([await keeper.keepUp(), await find('disk')]).toEqual([0, []]);
    roomFor = 1;
    expect([await keeper.keepUp(), await find('disk')]).toEqual([1, [1]]);
  });

  it('passes a redaction only once a table could be made again without its text', async () => {
    for (const title of ['Zerafina unplugged the till', 'One', 'Two', 'Three']) await appendOpened(title);
    await keeper.keepUp();
    await append('TextRedacted', { ordinal: 1, path: ['title'], stream }, { on: 'redactions' });
    // the batch and the first of two pages
    roomFor = 2;
    expect([await keeper.keepUp(), await find('three')]).toEqual([4, [4]]);
    roomFor = Infinity;
    expect([await keeper.keepUp(), await find('zerafina'), await find('three')]).toEqual([5, [], [4]]);
    expect(filesWith(dir, ['zerafina', 'unplugged'])).toEqual([]);
  });
});
