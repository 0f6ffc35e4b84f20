import type { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import type { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import type { Sent } from './golden-folder.js';

/** How the clock is advanced after a start: past the next rule, the next step and the question to the assignee. */
const moves = ['PT0S', 'PT2M59S', 'PT1S', 'PT4M59S', 'PT1S', 'PT5M', 'PT10M'] as const;

/** Advances the clock of a started server, and returns the mails after each step. */
export const playOn = async (server: Tocsin, mailbox: Mailbox): Promise<readonly Sent[]> => {
  const played: Sent[] = [];
  let taken = 0;
  for (const after of moves) {
    await server.advance(after);
    const mails = mailbox.messages.slice(taken).map(({ to, subject }) => `${[to].flat()[0]?.text} ${/#\d+/.exec(subject ?? '')?.[0]}`);
    taken += mails.length;
    played.push({ after, mails: mails.toSorted() });
  }
  return played;
};
