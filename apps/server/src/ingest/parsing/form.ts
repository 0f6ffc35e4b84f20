import { parse } from 'node:querystring';
import type { JsonFields } from './lenient-fields.js';

/** `labels[host]` or `labels.host`: a member of an object. */
const member = /^(labels|details)(?:\.|\[)(.+?)\]?$/;
const lists = new Set(['links', 'images']);
const isJson = /^\s*[{[]/;

export const formType = 'application/x-www-form-urlencoded';

export const isForm = (contentType: string | undefined): boolean => /^application\/x-www-form-urlencoded\b/i.test(contentType ?? '');

/**
 * Parses form data as a JSON object: `curl -d summary=…` sends a form. If a field is repeated, the last value counts, unless it is a list. Reads at
 * most 1,000 fields. Undefined for broken JSON, which curl also labels as a form.
 */
export const parseForm = (text: string): JsonFields | undefined => {
  if (isJson.test(text)) return undefined;
  const fields: Record<string, unknown> = Object.create(null) as {};
  for (const [name, value] of Object.entries(parse(text))) {
    const [, holder, key] = member.exec(name) ?? [];
    const last = [value].flat().at(-1);
    if (holder !== undefined && key !== undefined) memberOf(fields, holder)[key] = last;
    else fields[name] = lists.has(name) ? [value].flat() : last;
  }
  return fields;
};

const memberOf = (fields: Record<string, unknown>, holder: string): Record<string, unknown> => {
  const existing = fields[holder];
  if (typeof existing === 'object' && existing !== null) return existing as Record<string, unknown>;
  const record = Object.create(null) as Record<string, unknown>;
  fields[holder] = record;
  return record;
};
