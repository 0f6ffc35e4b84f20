import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const readLabel = (folder: string): Label => JSON.parse(readFileSync(join(folder, 'tocsin.json'), 'utf8')) as Label;

/** The steps in the operators’ guide. */
const goBack = (data: string, copy: string): void => {
  for (const name of ['tocsin.json', 'node.json', 'log', 'vault', 'side', 'views'])
    rmSync(join(data, name), { recursive: true, force: true });
  cpSync(copy, data, { recursive: true });
};

describe('a data folder of another version that this one took over', () => {
  let folder: GoldenFolder;
  let before: Label;
  let mailbox: Mailbox;
  const start = (): Promise<Tocsin> =>
    Tocsin.start({
      data: folder.data,
      profile: 'embedded',
      env: { TOCSIN_SMTP_URL: mailbox.url, TOCSIN_CLOCK_AT: folder.now },
    });

  beforeAll(async () => {
    folder = await unpack('0.4.0', 'embedded');
    // also where this version is the one that wrote it
    before = { ...readLabel(folder.data), programVersion: '0.4.0-earlier' };
    writeFileSync(join(folder.data, 'tocsin.json'), JSON.stringify(before));
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

  it('goes back: the copy that was made before is whole, and what came since has not happened', async () => {
    expect(readLabel(folder.data)).toMatchObject({ programVersion: version });
    expect(listBackups()).toEqual([expect.stringMatching(new RegExp(`-before-${version.replaceAll('.', '\\.')}$`))]);
    goBack(folder.data, join(folder.data, 'backups', listBackups()[0]!));
    expect(readLabel(folder.data)).toEqual(before);
    await mailbox.close();
    mailbox = await Mailbox.start();
    const server = await start();
    expect(await playOn(server, mailbox)).toEqual(folder.sent);
    await server.stop();
  });
});
