import { asTrimmedText } from '../../parsing/lenient-fields.js';
import type { AlertFilter } from '../../reading.js';

/** Opsgenie’s largest page. */
const most = 100;
const usual = 20;

const numberOf = (value: unknown, otherwise: number): number => {
  const number = Number(asTrimmedText(value) ?? otherwise);
  return Number.isFinite(number) ? Math.max(0, Math.trunc(number)) : otherwise;
};

type Term = (value: string) => AlertFilter;
const isYes = (value: string): boolean => value === 'true' || value === 'yes';

const stateTerm: Term = (value) => {
  if (value === 'acked' || value === 'unacked') return { isAcknowledged: value === 'acked' };
  return value === 'open' || value === 'closed' ? { isOpen: value === 'open' } : {};
};
const textTerm: Term = (text) => ({ text });

/** The fields of Opsgenie’s search that are known here; others leave nothing out. */
const terms: Readonly<Record<string, Term>> = {
  status: stateTerm,
  acknowledged: (value) => ({ isAcknowledged: isYes(value) }),
  alias: textTerm,
  message: textTerm,
};

const part = /(\w+)\s*[:=]\s*(?:"([^"]*)"|(\S+))|(\S+)/g;
const connective = /^(?:and|or)$/i;

const readPart = ([, name = '', quoted, word = '', bare = '']: RegExpExecArray): AlertFilter => {
  const term = terms[name.toLowerCase()];
  const value = (quoted ?? word).replaceAll('*', '');
  if (name !== '') return term?.(term === textTerm ? value : value.toLowerCase()) ?? {};
  return bare === '' || connective.test(bare) ? {} : { text: bare.replaceAll(/[*"()]/g, '') };
};

const filterOf = (query: string): AlertFilter => Object.assign({}, ...[...query.matchAll(part)].map(readPart)) as AlertFilter;

/** `query`, `offset`, `limit` and `order` of Opsgenie’s list. */
export const listQueryOf = (query: Readonly<Record<string, unknown>>): AlertFilter => ({
  ...filterOf(asTrimmedText(query['query']) ?? ''),
  offset: numberOf(query['offset'], 0),
  limit: Math.min(numberOf(query['limit'], usual), most),
  oldestFirst: asTrimmedText(query['order']) === 'asc',
});
