import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { events as silenceEvents } from '@tocsin/contracts/silences/noun.js';
import { dayAndTime } from '../../../data/time/times.js';
import type { Sentences } from '../../../data/words/sentence.js';

const quoted = (comment: string): string => (comment === '' ? '' : ` “${comment}”`);

export const silenceSentences: Sentences<keyof typeof silenceEvents> = {
  SilenceStarted: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} silenced alerts of ${names.team(data.teamId)} until ${dayAndTime(data.until)}${quoted(textOrErased(data.comment))}: ${data.matchers
      .map(({ label, operator, value }) => `${label}${operator}“${value}”`)
      .join(', ')}.`,
  SilenceEndChanged: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} changed the end of a silence of ${names.team(data.teamId)} to ${dayAndTime(data.until)}.`,
  SilenceEnded: ({ data, meta }, names) =>
    data.because === 'time'
      ? `A silence of ${names.team(data.teamId)} ended.`
      : `${names.actor(meta.actor)} ended a silence of ${names.team(data.teamId)}.`,
};
