import type { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import type { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import type { SentMessage } from './golden-folder.js';

/** How the clock is advanced after a start: past the next rule, the next step and the question to the assignee. */
const clockAdvances = ['PT0S', 'PT2M59S', 'PT1S', 'PT4M59S', 'PT1S', 'PT5M', 'PT10M'] as const;

/** Advances the clock of a started server, and returns the mails about alert groups after each step: later versions tell more that is no page. */
export const playOn = async (server: Tocsin, mailbox: Mailbox): Promise<readonly SentMessage[]> => {
  const sentMessages: SentMessage[] = [];
  let takenCount = 0;
  for (const after of clockAdvances) {
    await server.advance(after);
    const newMails = mailbox.messages.slice(takenCount);
    takenCount += newMails.length;
    const mails = newMails.flatMap(({ to, subject }) => {
      const number = /#\d+/.exec(subject ?? '')?.[0];
      return number === undefined ? [] : [`${[to].flat()[0]?.text} ${number}`];
    });
    sentMessages.push({ after, mails: mails.toSorted() });
  }
  return sentMessages;
};
