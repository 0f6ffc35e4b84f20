import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { startClusterEnv, profileOfRun } from '@tocsin/testing/stage/cluster.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let mailbox: Mailbox;
let tickets: Phone;
beforeAll(async () => {
  [mailbox, tickets] = await Promise.all([Mailbox.start(), Phone.start()]);
  stage = await Stage.begin({ mailbox });
});
afterAll(async () => {
  try {
    await stage.close();
  } finally {
    await tickets.close();
    await mailbox.close();
  }
});

const runOperator = async (command: string): Promise<{ readonly code: number; readonly output: string }> => {
  const { data } = stage.tocsin;
  return runCommandLine([command], { TOCSIN_DATA: data, ...(profileOfRun === 'cluster' ? await startClusterEnv(data) : {}) });
};
const readAbandoned = async (): Promise<string> =>
  /(?:ok |BAD) {2}given up[^]*?(?=\n(?:ok |BAD) {2})/.exec((await runOperator('doctor')).output)![0];
const mailsOf = (word: string): number => mailbox.messages.filter(({ subject }) => subject?.includes(word)).length;

it('is listed by tocsin doctor beside the running server, with what and why, until tocsin retry has it done', async () => {
  expect(await readAbandoned()).toBe('ok   given up     No failed reactions.');
  // the mail about a subscription that was switched off can’t be delivered
  const { ana } = stage;
  await ana.api.run('CreateEventSubscription', { teamId: null, name: 'Tickets', address: tickets.url, kinds: ['opened'] });
  tickets.answer(500);
  await stage.generic({ summary: 'Swap', key: 'swap' });
  await ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup()).id });
  stage.expectedErrors = /No such user|warning of owners|provider_rejected/;
  mailbox.refuse('recipient', 550, 'No such user');
  await stage.advance('PT24H');
  await stage.settle();

  const abandonedList = await readAbandoned();
  expect(abandonedList).toMatch(/^BAD {2}given up {5}1 failed, newest first\. Fix the cause, then run “tocsin retry”:\n/);
  expect(abandonedList).toMatch(/effect EventSubscriptionDisabled after event \d+: \S+$/);
  const { body } = await ana.api.request<HealthAnswer>('GET', '/api/health');
  expect(body.failures).toMatchObject([{ kind: 'effect', what: 'EventSubscriptionDisabled', replaced: false }]);

  mailbox.recover();
  expect(await runOperator('retry')).toEqual({ code: 0, output: expect.stringMatching(/^Retrying 1\./) });
  await stage.settle();
  expect(mailsOf('switched off')).toBe(1);
  expect(await readAbandoned()).toBe('ok   given up     No failed reactions.');
  expect(await runOperator('retry')).toEqual({ code: 0, output: 'No failed reactions to retry.\n' });
  await stage.settle();
  expect(mailsOf('switched off')).toBe(1);
});
