import { readable } from '../../../data/words/readable.js';
import { scopes, type Scope } from '@tocsin/contracts/tokens/scopes.js';
import type { events as tokenEvents } from '@tocsin/contracts/tokens/noun.js';
import type { Sentences } from '../../../data/words/sentence.js';

/** `read alerts, history and settings, and follow them live; page people by hand` */
export const scopeWords = (list: readonly Scope[]): string =>
  list.map((scope) => `${scopes[scope].slice(0, 1).toLowerCase()}${scopes[scope].slice(1)}`).join('; ');

const nameSuffix = (name: string): string => (name === '' ? '' : ` ${name}`);

export const tokenSentences: Sentences<keyof typeof tokenEvents> = {
  PersonalTokenIssued: ({ data }, names) =>
    `${names.person(data.personId)} issued a token${nameSuffix(readable(data.name))} for themselves${data.scopes.length > 0 ? `, to ${scopeWords(data.scopes)}` : ''}.`,
  ServiceTokenIssued: ({ data, meta }, names) =>
    `${names.actor(meta.actor)} issued the service token ${data.name}${data.teamId === null ? '' : ` for ${names.team(data.teamId)}`}, to ${scopeWords(data.scopes)}.`,
  TokenRevoked: ({ data, meta }, names) =>
    data.because === 'revoked'
      ? `${names.actor(meta.actor)} revoked the token ${names.token(data.tokenId)}.`
      : `The token ${names.token(data.tokenId)} was revoked: its owner was ${data.because === 'made_owner' ? 'made an owner' : 'disabled'}.`,
};
