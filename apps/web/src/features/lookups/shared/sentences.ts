import type { events as lookupEvents } from '@tocsin/contracts/lookups/noun.js';
import { count, type Sentences } from '../../../data/words/sentence.js';

export const lookupSentences: Sentences<keyof typeof lookupEvents> = {
  LookupSaved: ({ data: { name, teamId, matchOn, rows }, meta }, names) =>
    `${names.actor(meta.actor)} saved the lookup table “${name}”${teamId === null ? '' : ` of ${names.team(teamId)}`}: ${count(rows.length, 'row')} by ${matchOn}.`,
  LookupFetched: ({ data: { name, rows }, meta }, names) =>
    `${names.actor(meta.actor)} fetched the lookup table “${name}”: ${count(rows.length, 'row')}.`,
  LookupRemoved: ({ data: { name }, meta }, names) => `${names.actor(meta.actor)} removed the lookup table “${name}”.`,
};
