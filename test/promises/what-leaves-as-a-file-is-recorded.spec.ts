import { strFromU8, unzipSync } from 'fflate';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { verifyProof } from '@tocsin/platform/proof/verify-proof.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

story('what leaves as a file', (chapter) => {
  let stage: Stage;
  let mailbox: Mailbox;
  let bo: Player;
  let groupId: string;
  let fileId: string;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    stage = await Stage.begin({ profile: 'embedded', mailbox });
    bo = await stage.addPerson('Zerafina');
    await stage.setPolicy([{ page: [stage.ana] }]);
    await stage.alertmanager('firing', [{ name: 'DiskFull for zerafina@example.org' }]);
    await stage.settle();
    ({ id: groupId } = await stage.getGroup());
    for (const text of ['Zerafina (zerafina@example.org) knows', 'Secret plans']) await bo.api.run('AddNote', { groupId, text });
    await bo.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settle();
  });
  afterAll(() => stage.close());

  const fileOf = async ({ api }: Player, id: string): Promise<Buffer> => {
    const answer = await fetch(`${stage.tocsin.url}/api/exported-files/${id}`, { headers: { authorization: `Bearer ${api.token}` } });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const exported = async (type: 'ExportFilm' | 'ExportGroupPack', names = false): Promise<Buffer> => {
    ({ fileId } = (await stage.ana.api.run(type, { groupId, names })).says as { fileId: string });
    return fileOf(stage.ana, fileId);
  };

  chapter('is recorded: by whom, of what, with names or not, and who is in it', async () => {
    const film = (await exported('ExportFilm')).toString('utf8');
    expect(film).toContain('Person B: Person B ([address]) knows');
    expect(film).not.toMatch(/Zerafina|example\.org/);
    const [event] = (await stage.ana.api.events('exportedFiles')).slice(-1);
    expect(event).toMatchObject({ type: 'FileExported', data: { fileId, names: false, people: [stage.ana.personId, bo.personId] } });
    expect(await stage.ana.api.list('exportedPeople', `where.personId=${bo.personId}`)).toMatchObject([
      { fileId, kind: 'film', names: false },
    ]);
  });

  chapter('has names only when that is chosen, and is for nobody else', async () => {
    expect((await exported('ExportFilm', true)).toString('utf8')).toContain('Zerafina acknowledged.');
    expect(await bo.api.request('GET', `/api/exported-files/${fileId}`)).toMatchObject({
      status: 404,
      body: { code: 'exported_file.not_found' },
    });
    expect(await bo.api.expectRefusal('ExportGroupPack', { groupId, names: false })).toMatchObject({ code: 'permission.denied' });
  });

  chapter('is proven by the key of the log, as a pack; a flipped byte is found', async () => {
    const files = unzipSync(await exported('ExportGroupPack'));
    const proof = strFromU8(files['proof.ndjson']!);
    const { body: health } = await stage.ana.api.request<HealthAnswer>('GET', '/api/health');
    const keys = [health.seal!.publicKey];
    const own = await stage.ana.api.events(`alertGroup-${groupId}`);
    const { shown, ...verified } = verifyProof(() => proof.split('\n'), { keys });
    expect(verified).toMatchObject({ isKeyKnown: true });
    expect([shown > 0, shown < own.length]).toEqual([true, true]);
    expect(proof).not.toMatch(/zerafina|example\.org/i);
    const at = proof.indexOf('AlertGroupAcknowledged');
    const flipped = `${proof.slice(0, at)}B${proof.slice(at + 1)}`;
    expect(() => verifyProof(() => flipped.split('\n'), { keys })).toThrow(/is not what its hash says/);
    expect(strFromU8(files['report.html']!)).toContain('It does not show that nothing was left out');
  });

  chapter('is told at once to whom it is about, with the reason; they get the same file, which shows nobody else', async () => {
    const { personId } = bo;
    const period = { from: '2026-01-01T00:00:00.000Z', to: new Date(Date.parse(await stage.settle()) + 60_000).toISOString() };
    const short = { personId, from: new Date(Date.parse(period.to) - 86_400_000).toISOString(), to: period.to };
    expect(await stage.ana.api.expectRefusal('ExportPersonPack', short)).toMatchObject({ code: 'exported_file.reason_missing' });
    expect(await stage.ana.api.expectRefusal('ExportPersonPack', { personId, ...period })).toMatchObject({
      code: 'exported_file.period_invalid',
    });
    await stage.ana.api.run('PageSomeone', { title: 'For Zerafina alone', personIds: [personId] });
    await stage.settle();
    const to = new Date(Date.parse(await stage.settle()) + 60_000).toISOString();
    const { says } = await stage.ana.api.run('ExportPersonPack', { ...short, to, comment: 'Hours were disputed' });
    await stage.settle();
    const id = String(says['fileId']);
    const [own, same] = [unzipSync(await fileOf(bo, id)), unzipSync(await fileOf(stage.ana, id))];
    expect(strFromU8(own['timeline.ndjson']!)).toBe(strFromU8(same['timeline.ndjson']!));
    expect(strFromU8(own['report.html']!)).toMatch(/Pages to Zerafina.*For Zerafina alone/s);
    for (const bytes of Object.values(own)) expect(strFromU8(bytes)).not.toContain(stage.ana.personId);
    const told = mailbox.messages.filter(({ subject }) => subject === 'Tocsin: your nights were exported as a file');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      to: { text: 'zerafina@example.org' },
      text: expect.stringMatching(/Hours were disputed[^]*exported-files/),
    });
  });

  chapter('is made without what was redacted since, whenever it is downloaded', async () => {
    const film = (await exported('ExportFilm')).toString('utf8');
    expect(film).toContain('Secret plans');
    const { ordinal } = (await stage.ana.api.events(`alertGroup-${groupId}`)).find(({ data }) => data['text'] === 'Secret plans')!;
    await stage.ana.api.run('RedactText', { ordinal, path: ['text'] });
    await stage.settle();
    expect((await fileOf(stage.ana, fileId)).toString('utf8')).not.toContain('Secret plans');
    const files = unzipSync(await exported('ExportGroupPack'));
    expect(strFromU8(files['report.html']!)).toContain('not covered by the proof: redacted');
    expect(strFromU8(files['proof.ndjson']!)).not.toContain(`"ordinal":${ordinal},"stream"`);
  });
});
