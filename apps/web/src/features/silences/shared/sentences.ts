import { textOrErased } from '@tocsin/contracts/redactions/noun.js';
import type { events as silenceEvents } from '@tocsin/contracts/silences/noun.js';
import { dayAndTime } from '../../../data/time/times.js';
import type { Names } from '../../../data/words/names.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

const quoted = (comment: string): string => (comment === '' ? '' : ` “${comment}”`);

const ofTeam = (teamId: string | null, names: Names): string => (teamId === null ? 'all teams' : names.team(teamId));

export const silenceSentences: Sentences<keyof typeof silenceEvents> = {
  SilenceStarted: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} silenced alerts of ${ofTeam(data.teamId, names)} until ${data.untilResolved ? 'it resolves, at the latest ' : ''}${dayAndTime(data.until)}${quoted(textOrErased(data.comment))}: ${data.matchers
      .map(({ label, operator, value }) => `${label}${operator}“${value}”`)
      .join(', ')}.`,
  SilenceEndChanged: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} changed the end of a silence of ${ofTeam(data.teamId, names)} to ${dayAndTime(data.until)}.`,
  SilenceEnded: ({ data, meta }, names) =>
    data.because === 'person'
      ? `${names.actor(meta.actor)} ended a silence of ${ofTeam(data.teamId, names)}.`
      : `A silence of ${ofTeam(data.teamId, names)} ended${data.because === 'resolved' ? ': nothing that it covers fires any more' : ''}.`,
  SilenceFoundFiring: ({ data }, names) => `A silence of ${ofTeam(data.teamId, names)} “until it resolves” covers alerts that fire.`,
  SilenceFoundQuiet: ({ data }, names) =>
    `Nothing that a silence of ${ofTeam(data.teamId, names)} covers fires: it ends at ${dayAndTime(data.endsAt)} if that stays so.`,
  SilenceEndAnnounced: ({ data }, names) =>
    `A silence of ${ofTeam(data.teamId, names)} ends at ${dayAndTime(data.until)}: told ${count(data.people.length, 'person')}.`,
};
