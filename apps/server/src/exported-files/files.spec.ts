import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { alertmanager, alertOf, serviceId } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { ana, as, bo, mia, ola, pages, sam, Scenario, teamId } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { leafOf, MerkleTree } from '@tocsin/platform/proof/merkle.js';
import { keyIdOf, publicKeyOf, signNote } from '@tocsin/platform/proof/signed-note.js';
import { StoredTree } from '@tocsin/platform/proof/stored-tree.js';
import { verifyProof } from '@tocsin/platform/proof/verify-proof.js';
import { hostile } from './hostile.fixture.js';
import type { GroupFile } from './film-file.js';
import type { PackSource } from './pack.js';
import { makeFile, type FileOrder } from './make-file.js';
import { verifier } from './verifier.js';

const logId = '01900000-0000-7000-8000-000000000001';
const seed = Buffer.alloc(32, 7);
const folder = mkdtempSync(join(tmpdir(), 'pack-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Two groups of which one is exported; a note of it was redacted. */
const life = (
  title = hostile,
  notes = ['Zerafina did it', hostile],
  steps = [pages([ana]), pages([bo])],
  others: readonly string[] = [],
  byHand?: string,
) => {
  const scenario = new Scenario({ steps });
  scenario.receives(alertmanager([alertOf(title)]));
  scenario.passes(6);
  const groupId = scenario.row().id;
  for (const text of notes) scenario.act('AddNote', { text });
  scenario.act('AcknowledgeAlertGroup');
  for (const by of others) {
    scenario.receives(alertmanager([alertOf(title)], { key: by }));
    scenario.passes(6);
    scenario.act('AcknowledgeAlertGroup', {}, by);
    scenario.act('ResolveAlertGroup', {}, ana);
  }
  const paging = { title, urgency: 'high', serviceId, personIds: [ana] };
  if (byHand !== undefined) scenario.world.run({ type: 'PageSomeone', data: paging }, { actor: as(byHand) });
  return { groupId, events: scenario.world.events };
};

const storedOf = (event: Recorded): StoredEvent => ({
  ...event,
  data: JSON.stringify(event.data),
  meta: JSON.stringify(event.meta),
  token: '',
});

const setting = (...texts: Parameters<typeof life>) => {
  const { groupId, events } = life(...texts);
  const stored = events.map((event, n) => storedOf({ ...event, ordinal: n + 1 }));
  const tree = new MerkleTree();
  for (const event of stored) tree.push(leafOf(event));
  const note = signNote({ logId, size: stored.length, root: tree.root() }, seed);
  const dir = mkdtempSync(join(folder, 'log-'));
  const hashes = StoredTree.open(dir);
  hashes.append(stored.map(leafOf));
  hashes.close();
  const facts: Readonly<Record<string, object>> = {
    LogSealed: { note },
    SealingKeyIntroduced: { keyId: keyIdOf(logId, publicKeyOf(seed)), publicKey: publicKeyOf(seed) },
  };
  const redacted = stored.find(({ type, data }) => type === 'NoteAdded' && data.includes('Zerafina'))!;
  const decode = ({ data, meta, ...event }: StoredEvent): Recorded => {
    const decoded = JSON.parse(data) as object;
    return {
      ...event,
      data: event.ordinal === redacted.ordinal ? { ...decoded, text: redactedText } : decoded,
      meta: JSON.parse(meta) as Recorded['meta'],
    };
  };
  const source: PackSource = {
    log: {
      readStream: (stream, from = 0, limit = 200) =>
        Promise.resolve(stored.filter((event) => event.stream === stream && event.revision >= from).slice(0, limit)),
      readAll: ({ after, limit, types = [] }) =>
        Promise.resolve(stored.filter(({ ordinal, type }) => ordinal > after && types.includes(type)).slice(0, limit)),
    },
    decode,
    ofType: async function* (type) {
      yield { data: facts[type] } as Recorded;
    },
    redacted: new Set([redacted.ordinal]),
    tree: () => StoredTree.read(dir),
  };
  const own = stored.filter(({ stream }) => stream === `alertGroup-${groupId}`);
  const order = {
    groupId,
    number: 1,
    upTo: stored.length,
    at: '2026-11-28T20:00:00.000Z',
    people: [ana, bo],
    names: null,
    hidden: [] as GroupFile['hidden'],
  };
  return { source, order, own, redacted };
};

const bytesOf = async (source: PackSource, order: FileOrder): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  for await (const part of makeFile(source, order)) parts.push(part);
  return Buffer.concat(parts);
};
const packOf = async ({
  source,
  order,
}: Pick<ReturnType<typeof setting>, 'source' | 'order'>): Promise<Readonly<Record<string, string>>> => {
  const files = unzipSync(await bytesOf(source, { ...order, kind: 'group' }));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
};
const linesIn = (text: string): readonly string[] => text.split('\n');

describe('an evidence pack of an alert group', () => {
  it('proves each event of the group but the redacted one, by Tocsin’s verifier and by its own', async () => {
    const { own, ...rest } = setting();
    const files = await packOf(rest);
    const proof = files['proof.ndjson']!;
    const keys = [publicKeyOf(seed)];
    expect(verifyProof(() => linesIn(proof), { keys })).toMatchObject({ isKeyKnown: true, shown: own.length - 1 });
    expect(proof).not.toContain('Zerafina');
    const path = join(folder, 'proof.ndjson');
    const python = (text: string): string => {
      writeFileSync(path, text);
      writeFileSync(join(folder, 'verify.py'), files['verify-proof.py']!);
      return spawnSync('python3', [join(folder, 'verify.py'), keys[0]!, path], { encoding: 'utf8' }).stdout.slice(0, 3);
    };
    const at = proof.indexOf('NoteAdded');
    const flipped = `${proof.slice(0, at)}M${proof.slice(at + 1)}`;
    expect(() => verifyProof(() => linesIn(flipped), { keys })).toThrow();
    if (spawnSync('python3', ['--version']).status === 0) expect([python(proof), python(flipped)]).toEqual(['ok ', 'BAD']);
  });

  it('says first what a proof shows and what it does not, and what is not covered', async () => {
    const files = await packOf(setting());
    const report = files['report.html']!;
    const [, first] = /<p>(.*?)<\/p>/.exec(report)!;
    expect(first).toMatch(/was on the log .* It does not show that nothing was left out/);
    expect(report).toContain('not covered by the proof: redacted');
    expect(linesIn(files['timeline.ndjson']!).filter((line) => line.includes('"proof":"redacted"'))).toHaveLength(1);
  });

  it('has neither names nor redacted texts in any of its files', async () => {
    const files = await packOf(setting());
    for (const name of ['report.html', 'film.html', 'timeline.ndjson', 'proof.ndjson'])
      expect([name, /Zerafina/.test(files[name]!)]).toEqual([name, false]);
    expect(files['report.html']).toContain('Person A');
  });

  it('has no name of two letters, no name in a script without spaces, and no address in any of its files: what has one is a hash', async () => {
    const { own, ...rest } = setting('Disk of Bo, 田中さん: bo@example.org', [
      'Zerafina did it',
      '昨夜田中さんが',
      'Call Bo',
      '+49 171 1234567',
      'On it',
    ]);
    const hidden = [
      ['Bo', 'Person B'],
      ['田中', 'Person A'],
      ['+49 171 1234567', '[address]'],
    ] as const;
    const files = await packOf({ ...rest, order: { ...rest.order, hidden } });
    for (const [name, text] of Object.entries(files))
      expect([name, /\bBo\b|田中|example\.org|1234567/.exec(text)?.[0]]).toEqual([name, undefined]);
    const { shown } = verifyProof(() => linesIn(files['proof.ndjson']!), { keys: [publicKeyOf(seed)] });
    expect(shown).toBeLessThanOrEqual(own.length - 5);
    expect(files['proof.ndjson']).toContain('On it');
    expect(files['report.html']).toContain('not covered by the proof: names people');
  });

  it('says that there is no proof where the log is not sealed', async () => {
    const { source, order } = setting();
    const files = await packOf({ source: { ...source, tree: () => null }, order });
    expect(Object.keys(files)).not.toContain('proof.ndjson');
    expect(files['report.html']).toContain('This pack has no proof');
  });

  it('carries the verifier of the guide', () => {
    expect(verifier).toBe(readFileSync(join('docs', 'guide', 'verify-proof.py'), 'utf8'));
  });
});

describe('an evidence pack of a person’s nights', () => {
  it('proves their own pages, and shows nobody else', async () => {
    const { source, order, own } = setting();
    const { at, upTo, groupId } = order;
    const period = { from: '2000-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };
    const person = {
      kind: 'person' as const,
      personId: ana,
      name: 'Ana',
      timeZone: 'Europe/Berlin',
      ...period,
      upTo,
      at,
      groups: [groupId],
    };
    const pack = unzipSync(await bytesOf(source, { ...person, isCut: false, others: [bo], hidden: [] }));
    const proof = strFromU8(pack['proof.ndjson']!);
    const pagesOfAna = own.filter(({ data, meta }) => /"pageId"/.test(data) && data.includes(ana) && !`${data}${meta}`.includes(bo));
    const { shown } = verifyProof(() => linesIn(proof), { keys: [publicKeyOf(seed)] });
    expect(shown).toBeGreaterThanOrEqual(pagesOfAna.length);
    for (const bytes of Object.values(pack)) expect(strFromU8(bytes)).not.toContain(bo);
    expect(proof).not.toContain('AlertGroupOpened');
    expect(strFromU8(pack['report.html']!)).toMatch(/Pages to Ana.*#1, high urgency/s);
  });
});

describe('an evidence pack of a quarter', () => {
  const quarter = { kind: 'quarter' as const, teamId, quarter: '2026-Q4', teams: { [teamId]: 'Payments' }, at: '2026-12-31T00:00:00.000Z' };
  const five = [pages([ana, bo, mia, ola, sam])];
  const fourOthers = [bo, mia, ola, sam];
  const packOfQuarter = async (steps: typeof five | undefined, more: object = {}, others = fourOthers, byHand?: string) => {
    const { source, order } = setting('Disk of Bo', ['Zerafina did it'], steps, others, byHand);
    const hidden = [['Bo', 'someone']] as const;
    const pack = unzipSync(await bytesOf(source, { ...quarter, upTo: order.upTo, names: null, hidden, ...more }));
    const texts = Object.fromEntries(Object.entries(pack).map(([name, bytes]) => [name, strFromU8(bytes)]));
    return { report: texts['report.html']!, proof: texts['proof.ndjson']! };
  };

  it('has figures by team, and of what senders wrote number, severity and title alone, outside of the proof', async () => {
    const { report, proof } = await packOfQuarter(five);
    expect(report).toContain('Opened: #1, high urgency: Disk of someone');
    expect(report).toContain('not covered by the proof: says what a sender wrote');
    expect(report.replaceAll('\n', '')).toMatch(
      /<td>Payments<\/td><td[^>]*>5<\/td><td[^>]*>5<\/td><td[^>]*>5<\/td><td[^>]*>51<\/td><td[^>]*>5<\/td><td[^>]*>6<\/td>/,
    );
    expect(report).toContain('Without names of people.');
    expect(verifyProof(() => linesIn(proof), { keys: [publicKeyOf(seed)] })).toMatchObject({ isKeyKnown: true, shown: 5 });
    expect(proof).not.toMatch(/AlertGroupOpened|Disk|NoteAdded/);
  });

  it('says nothing of what fewer than five people did', async () => {
    const { report, proof } = await packOfQuarter(undefined, {}, []);
    expect(report).toContain('fewer than 5 people: none');
    expect(report).not.toContain('Acknowledged:');
    expect(proof).not.toContain('AlertGroupAcknowledged');
  });

  it('counts for each figure those whom it is about: who pages by hand is none of them', async () => {
    const { report, proof } = await packOfQuarter(five, {}, [bo, mia, ola]);
    expect(report.replaceAll('\n', '')).toMatch(
      /<td>Payments<\/td><td[^>]*>5<\/td><td[^>]*>4<\/td><td[^>]*>4<\/td><td[^>]*>40<\/td><td[^>]*><\/td><td[^>]*><\/td>/,
    );
    expect(report).not.toMatch(/Acknowledged:|Resolved:/);
    expect(proof).not.toMatch(/AlertGroupAcknowledged|AlertGroupResolved/);
    const four = await packOfQuarter([pages([ana, bo, mia, ola])], {}, [], sam);
    expect(four.report).toContain('fewer than 5 people: none');
  });

  it('names people only if that was chosen, and says so on its cover', async () => {
    expect((await packOfQuarter(five)).report).not.toContain('Ana');
    const { report } = await packOfQuarter(five, { names: { [ana]: 'Ana' }, hidden: [] });
    expect(report).toMatch(/WITH NAMES OF PEOPLE.*Acknowledged: #1 by Ana/s);
  });

  it('has nothing of other teams, of other quarters, and of what came after its export', async () => {
    for (const more of [{ teamId: ola }, { quarter: '2026-Q3' }, { upTo: 1 }]) {
      const { report, proof } = await packOfQuarter(five, more);
      expect(report).not.toContain(': #1');
      expect(proof).not.toContain('"data"');
    }
  });
});

it('a film takes a hostile text for a text: nothing in it ends the script, turns letters around or asks for anything', async () => {
  const { source, order } = setting();
  const page = Buffer.from(await bytesOf(source, { ...order, kind: 'film' })).toString('utf8');
  expect(page.match(/<\/script/g)).toHaveLength(2);
  expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(page).toContain("default-src 'none'");
  expect(page.replaceAll(/<script type="application\/json".*?<\/script>/gs, '')).not.toMatch(/https?:|src=|href=|url\(|import\(/);
});
