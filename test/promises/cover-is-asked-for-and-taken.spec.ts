import { story } from '@tocsin/testing/stage/story.js';
import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { NtfyServer } from '@tocsin/testing/channels/ntfy/ntfy-server.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { onCallIn, createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
let scheduleId: string;
beforeAll(async () => {
  const mailbox = await Mailbox.start();
  stage = await Stage.begin({ mailbox, env: { TOCSIN_CLOCK_AT: '2026-11-23T10:00:00.000Z' } });
  [bo, cleo] = [await stage.addPerson('Bo'), await stage.addPerson('Cleo')];
  const length = { unit: 'weeks', count: 1, time: '09:00', weekday: 1 } as const;
  scheduleId = await createScheduleOn(stage, 'Payments primary', { length, anchor: '2026-11-23T09:00:00.000Z', turns: [stage.ana, bo] });
  await stage.setPolicy([{ page: [{ kind: 'schedule', scheduleId }], wait: 5 }]);
});
afterAll(() => stage.close());

const part = { from: '2026-11-24T09:00:00.000Z', to: '2026-11-25T09:00:00.000Z' };
const listRequests = async (): Promise<readonly CoverRequest[]> => (await stage.ana.api.row('coverRequests', scheduleId)).requests;
const subjectOf = async (words: RegExp): Promise<string | undefined> =>
  (await stage.mailbox!.waitFor(({ subject }) => words.test(subject ?? ''))).subject;

story('asking for cover', (chapter) => {
  chapter('tells those who are asked, puts the first who accepts on call, and tells the other since when', async () => {
    await stage.ana.api.run('AskForCover', { scheduleId, ...part, note: 'dentist' });
    const mail = await stage.mailbox!.waitFor(({ subject }) => subject?.startsWith('Ana asks you') ?? false);
    expect(mail.text).toContain('Their note: dentist');
    const [request] = await listRequests();
    const answer = { scheduleId, coverId: request!.coverId };
    await bo.api.run('AcceptCover', answer);
    expect(await cleo.api.expectRefusal('AcceptCover', answer)).toMatchObject({ status: 409, code: 'schedule.cover_taken' });
    expect(await subjectOf(/covers you/)).toBe('Bo covers you on Payments primary, Tue 24 Nov, 09:00 UTC');
    expect([stage.ana.ringCount, bo.ringCount, cleo.ringCount]).toEqual([0, 0, 0]);
  });

  chapter('pages the person who covers, and says so', async () => {
    await stage.advance('PT24H');
    expect(await onCallIn(stage, scheduleId)).toMatchObject({ now: [{ personId: bo.personId }] });
    await stage.generic({ summary: 'Disk full', key: 'one' });
    expect([stage.ana.ringCount, bo.ringCount, cleo.ringCount]).toEqual([0, 1, 0]);
    const { id } = await stage.getGroup();
    const step = (await stage.getTimeline(id)).find(
      (event): event is RecordedOf<'EscalationStepTaken'> => event.type === 'EscalationStepTaken',
    );
    const [{ coverId }] = (await listRequests()) as [CoverRequest];
    expect(step!.data.targets[0]!.persons[0]).toMatchObject({
      personId: bo.personId,
      onCall: { why: { kind: 'override', replacesId: stage.ana.personId, coverId } },
    });
  });

  chapter('notifies the people replaced by “Take it”', async () => {
    await cleo.api.run('TakeOnCall', { scheduleId });
    const mail = await stage.mailbox!.waitFor(({ subject }) => subject === 'Your shifts moved: Payments primary');
    expect(JSON.stringify(mail.to)).toContain('bo@');
    expect(mail.text).toMatch(/Cleo changed who is on call\.\s+Before: Tue 24 Nov, 10:00 UTC to Wed 25 Nov, 09:00 UTC/);
    expect([stage.ana.ringCount, bo.ringCount, cleo.ringCount]).toEqual([0, 1, 0]);
  });

  chapter('asks again twelve hours before, if no one has answered', async () => {
    const laterInterval = { from: '2026-11-25T12:00:00.000Z', to: '2026-11-26T12:00:00.000Z' };
    await stage.ana.api.run('AskForCover', { scheduleId, ...laterInterval, offeredTo: [cleo.personId] });
    await stage.advance('PT14H');
    expect(await subjectOf(/^Still open/)).toBe('Still open: Ana asks you to cover Payments primary, Wed 25 Nov, 12:00 UTC');
    const { coverId } = (await listRequests()).at(-1)!;
    await cleo.api.run('DeclineCover', { scheduleId, coverId });
    expect(await subjectOf(/^No one can/)).toBe('No one can cover Payments primary, Wed 25 Nov, 12:00 UTC');
  });

  chapter('notifies the people asked when it is withdrawn, and the asker when it expires', async () => {
    const morningInterval = { from: '2026-11-26T14:00:00.000Z', to: '2026-11-26T15:00:00.000Z' };
    await stage.ana.api.run('AskForCover', { scheduleId, ...morningInterval, offeredTo: [cleo.personId] });
    const { coverId } = (await listRequests()).at(-1)!;
    await stage.ana.api.run('WithdrawCover', { scheduleId, coverId });
    const mail = await stage.mailbox!.waitFor(
      ({ subject }) => subject === 'No longer needed: cover of Payments primary, Thu 26 Nov, 14:00 UTC',
    );
    expect(JSON.stringify(mail.to)).toContain('cleo@');

    await stage.ana.api.run('AskForCover', { scheduleId, ...morningInterval, offeredTo: [cleo.personId] });
    await stage.advance('PT40H');
    const declineMail = await stage.mailbox!.waitFor(({ subject }) => subject === 'No one covered Payments primary, Thu 26 Nov, 14:00 UTC');
    expect(JSON.stringify(declineMail.to)).toContain('ana@');
    expect((await listRequests()).at(-1)).toMatchObject({ state: 'expired' });
  });

  chapter('comes by what each of those asked has chosen, and the link in a mail of it ends it', async () => {
    const { api, personId } = cleo;
    const ntfy = await NtfyServer.start();
    try {
      const { says } = await api.run('AddContactMethod', { kind: 'ntfy', personId, server: ntfy.url, topic: 'cleo-7f3kq0x2' });
      const contactMethodId = String(says['contactMethodId']);
      const [code] = /^\d{6}/.exec((await ntfy.waitFor()).title)!;
      await api.run('VerifyContactMethod', { personId, contactMethodId, code: code });
      await api.run('ChooseNotice', { personId, kind: 'covers', on: true, contactMethodId });
      const evening = { from: '2026-11-28T18:00:00.000Z', to: '2026-11-28T19:00:00.000Z' };
      const before = stage.mailbox!.messages.length;
      await stage.ana.api.run('AskForCover', { scheduleId, ...evening, offeredTo: [bo.personId, cleo.personId] });
      await stage.settleFully();
      const asked = 'Ana asks you to cover Payments primary, Sat 28 Nov, 18:00 UTC';
      expect(ntfy.messages.map(({ title }) => title).slice(1)).toEqual([asked]);
      const mails = stage.mailbox!.messages.slice(before);
      expect(mails.map(({ subject, to }) => [subject, JSON.stringify(to).includes('bo@')])).toEqual([[asked, true]]);
      expect(mails[0]!.text).toMatch(/because “Cover requests” is on .*\s+Switch it off: http\S+\/unfollow\/[\w-]{64}/);
    } finally {
      await ntfy.close();
    }
  });
});
