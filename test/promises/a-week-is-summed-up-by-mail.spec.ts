import type { ReportAnswer, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { responseFinding } from '@tocsin/contracts/reports/findings.js';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ParsedMail } from 'mailparser';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let stage: Stage;
let mailbox: Mailbox;
let bo: Player;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  // a Friday
  stage = await Stage.begin({ mailbox, env: { TOCSIN_CLOCK_AT: '2026-11-20T10:00:00.000Z' } });
  // it hangs on purpose
  stage.expectedErrors = /did not confirm it: perhaps delivered/;
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [bo], wait: 5 }]);
});
afterAll(() => stage.close());

const listSummaries = (): readonly ParsedMail[] => mailbox.messages.filter(({ subject }) => subject?.startsWith('Tocsin: your week'));
const listSubjects = (): readonly (string | undefined)[] => listSummaries().map(({ subject }) => subject);
const typesOf = async (): Promise<readonly string[]> =>
  ((await bo.api.events(`person-${bo.personId}`)) as readonly RecordedFact[]).map(({ type }) => type);
const linkInMail = (mail: ParsedMail, report: string): URL => new URL(new RegExp(`\\S+/reports/${report}\\?\\S+`).exec(mail.text!)![0]);

story('the weekly summary', (chapter) => {
  chapter('comes on Monday at eight, where its reader is, and pages nobody', async () => {
    const { personId } = bo;
    await bo.api.run('ChangePersonTimeZone', { personId, timeZone: 'Europe/Berlin' });
    await bo.api.run('ChooseNotice', { personId, kind: 'weekly_summary', on: true, contactMethodId: null });
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await bo.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup()).id });
    const ringsBefore = bo.ringCount;
    // Monday, 07:59:59
    await stage.advance('PT68H59M59S');
    expect(listSubjects()).toEqual([]);
    await stage.advance('PT1S');
    expect(listSubjects()).toEqual(['Tocsin: your week, 16–22 Nov 2026']);
    expect(listSummaries()[0]!.to).toMatchObject({ text: 'bo@example.org' });
    expect(bo.ringCount).toBe(ringsBefore);
  });

  chapter('says what the reports say, with links that are pinned', async () => {
    const [mail] = listSummaries();
    const { pathname, searchParams } = linkInMail(mail!, 'response');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      from: '2026-11-16',
      to: '2026-11-22',
      zone: 'Europe/Berlin',
      team: stage.setUpAnswer.teamId,
    });
    // later events do not change it
    await stage.generic({ summary: 'Later', key: 'later' });
    const { body } = await bo.api.request<ReportAnswer>('GET', `/api${pathname}?${searchParams.toString()}`);
    expect(body.order).toMatchObject({ from: '2026-11-15T23:00:00.000Z', to: '2026-11-22T23:00:00.000Z' });
    expect((body.figures as ResponseFigures).openings).toBe(1);
    expect(mail!.text).toContain(`Response: ${responseFinding(body.figures as ResponseFigures)}`);
    expect(mail!.text).toContain('Load: 1 interruption, 0\u00a0% of them in sleep hours.');
    expect(mail!.text).toMatch(/Noise: .*100\u00a0% of 1 alert needed someone\./);
    expect(mail!.text).toMatch(/Delivery: All 1 notification was sent; no escalation step was late\./);
    expect(mail!.headers.get('list')).toMatchObject({ unsubscribe: { url: `${stage.tocsin.url}/me#quiet-messages` } });
  });

  chapter('comes once after Mondays without a server, about the week that ended last', async () => {
    await stage.restart('SIGTERM', { TOCSIN_CLOCK_AT: '2026-12-09T12:00:00.000Z' });
    await stage.settle();
    expect(listSubjects().slice(1)).toEqual(['Tocsin: your week, 30 Nov – 6 Dec 2026']);
  });

  chapter('is the same mail again after a kill in the middle of it', async () => {
    mailbox.hang();
    const clockAdvance = stage.advance('P4DT19H').catch(() => {});
    const unansweredMail = await mailbox.unanswered.waitFor();
    mailbox.recover();
    await stage.restart('SIGKILL');
    await clockAdvance;
    await stage.settle();
    const [mail, ...otherMails] = listSummaries().slice(2);
    expect([mail!.messageId, mail!.text, otherMails]).toEqual([unansweredMail.messageId, unansweredMail.text, []]);
  });

  chapter('ends when its reader turns it off', async () => {
    await bo.api.run('ChooseNotice', { personId: bo.personId, kind: 'weekly_summary', on: false, contactMethodId: null });
    await stage.advance('P14D');
    expect(listSummaries()).toHaveLength(3);
    expect((await typesOf()).filter((type) => type.startsWith('WeeklySummary'))).toEqual([
      'WeeklySummaryTurnedOn',
      'WeeklySummaryDue',
      'WeeklySummaryDue',
      'WeeklySummaryDue',
      'WeeklySummaryTurnedOff',
    ]);
  });
});
