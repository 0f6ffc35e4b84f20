import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '@tocsin/platform/data-folder/program-version.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { unpack, type GoldenFolder } from './golden-folder.js';
import { playOn } from './play-on.js';

interface Label {
  readonly format: number;
  readonly programVersion: string;
}
const labelIn = (folder: string): Label => JSON.parse(readFileSync(join(folder, 'tocsin.json'), 'utf8')) as Label;

/** The check of 0.1.0 on a data folder before it opens anything in it, copied verbatim; null: it continues. */
const refusalOf010 = (folder: string): string | null => {
  const { format, programVersion } = labelIn(folder);
  if (format <= 1) return null;
  return (
    `The data folder ${folder} was written by Tocsin ${programVersion} in format ${format}; this is Tocsin 0.1.0, which reads ` +
    'up to format 1. Start the newer version, or use the copy that it made in backups/.'
  );
};

/** The steps in the operators’ guide. */
const goBack = (data: string, copy: string): void => {
  for (const name of ['tocsin.json', 'node.json', 'log', 'vault', 'side', 'views'])
    rmSync(join(data, name), { recursive: true, force: true });
  cpSync(copy, data, { recursive: true });
};

describe('a data folder of 0.1.0 that this version took over', () => {
  let folder: GoldenFolder;
  let mailbox: Mailbox;
  const start = (): Promise<Tocsin> =>
    Tocsin.start({
      data: folder.data,
      profile: 'embedded',
      env: { TOCSIN_SMTP_URL: mailbox.url, TOCSIN_CLOCK_AT: folder.now },
    });

  beforeAll(async () => {
    folder = await unpack('0.1.0', 'embedded');
    mailbox = await Mailbox.start();
    const server = await start();
    await playOn(server, mailbox);
    await server.stop();
  });
  afterAll(async () => {
    await mailbox.close();
    rmSync(folder.place, { recursive: true, force: true });
  });
  const listBackups = () => readdirSync(join(folder.data, 'backups'));

  it('is refused by 0.1.0 with a sentence', () => {
    expect(labelIn(folder.data)).toMatchObject({ format: 3, programVersion: version });
    expect(refusalOf010(folder.data)).toContain(`was written by Tocsin ${version} in format 3; this is Tocsin 0.1.0`);
  });

  it('goes back: the copy that was made before is whole, 0.1.0 takes it, and what came since has not happened', async () => {
    expect(listBackups()).toEqual([expect.stringMatching(new RegExp(`-before-${version.replaceAll('.', '\\.')}$`))]);
    goBack(folder.data, join(folder.data, 'backups', listBackups()[0]!));
    expect([labelIn(folder.data), refusalOf010(folder.data)]).toEqual([{ format: 1, programVersion: '0.1.0', logKind: 'live' }, null]);
    await mailbox.close();
    mailbox = await Mailbox.start();
    const server = await start();
    expect(await playOn(server, mailbox)).toEqual(folder.sent);
    await server.stop();
  });
});
