import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase } from '@tocsin/platform/backup/make-backup.js';
import { readVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const needle = 'Zerafina-Quillmarsh';

story('raw bodies of signals', (chapter) => {
  let stage: Stage;
  const findRaw = async (): Promise<readonly unknown[]> => {
    const { body } = await stage.ana.api.request<{ hits: readonly { path: readonly string[] }[] }>('POST', '/api/erasure/search', {
      texts: [needle],
    });
    return body.hits.filter(({ path }) => path[0] === 'raw');
  };
  const destroyed = (folder = stage.tocsin.data): readonly string[] => {
    const vault = readVault(join(folder, 'vault'), readFileSync(join(stage.tocsin.data, 'vault', 'master.key'), 'utf8').trim());
    try {
      return vault.destroyedSubjects().filter((subject) => subject.startsWith('raw:'));
    } finally {
      vault.close();
    }
  };
  const events = async () =>
    (await stage.ana.api.request<{ events: readonly { data: unknown }[] }>('GET', '/api/events?type=RawBodiesDestroyed')).body.events;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.generic({ summary: 'The disk is full', key: 'disk', customer: needle });
    await stage.settle();
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(1)).id });
  });
  afterAll(() => stage.detach());

  chapter('are kept for ever, until an admin says for how many days', async () => {
    await stage.tocsin.advance('P40D');
    await stage.ana.signInAgain('Ana');
    expect(await findRaw()).toHaveLength(1);
    expect(destroyed()).toEqual([]);
  });

  chapter(
    'are destroyed month by month once the last day of a month is older than that, as an event, some hours after it was set',
    async () => {
      await stage.ana.api.run('ChangeRawBodyRetention', { days: 3 });
      await stage.tocsin.advance('PT1H');
      expect(await findRaw()).toHaveLength(1);
      await stage.tocsin.advance('PT24H');
      const [{ data }] = (await events()) as [{ data: { before: string } }];
      expect(data.before).toMatch(/^\d{4}-\d\d$/);
      expect(await findRaw()).toEqual([]);
      const subjects = destroyed();
      expect(subjects.length).toBeGreaterThan(0);
      expect(subjects.every((subject) => subject.slice(-7) < data.before)).toBe(true);
      const list = JSON.parse(readFileSync(join(stage.tocsin.data, 'vault', 'erasures.json'), 'utf8')) as { subjects: readonly string[] };
      expect(list.subjects).toEqual(expect.arrayContaining([...subjects]));
    },
  );

  chapter('are destroyed no second time, and newer ones stay', async () => {
    await stage.generic({ summary: 'The disk is full again', key: 'disk', customer: needle });
    await stage.settle();
    await stage.tocsin.advance('PT24H');
    expect(await events()).toHaveLength(1);
    expect(await findRaw()).toHaveLength(1);
  });

  chapter('are destroyed in a copy, too, that could not be written at first', async () => {
    const copy = join(stage.tocsin.data, 'backups', 'early');
    const file = join(copy, 'vault', 'vault.db');
    mkdirSync(join(copy, 'vault'), { recursive: true });
    await copyDatabase(join(stage.tocsin.data, 'vault', 'vault.db'), `${file}.whole`);
    writeFileSync(file, 'no database');
    const before = destroyed().length;
    await stage.tocsin.advance('P40D');
    expect(destroyed().length).toBeGreaterThan(before);
    renameSync(`${file}.whole`, file);
    await stage.tocsin.advance('PT24H');
    expect(destroyed(copy)).toEqual(destroyed());
  });
});
