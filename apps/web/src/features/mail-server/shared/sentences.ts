import type { events as mailServerEvents } from '@tocsin/contracts/mail-server/noun.js';
import { type Sentences } from '../../../data/words/sentence.js';

export const mailServerSentences: Sentences<keyof typeof mailServerEvents> = {
  MailServerConfigured: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} set the mail server to ${data.host}:${data.port}, sending from ${data.from}.`,
  MailServerRemoved: ({ meta }, names) => `${names.actor(meta.actor)} removed the mail server.`,
};
