import type { JsonFields } from './lenient-fields.js';

const mostFields = 100;
const nameOf = /^content-disposition:[^\r\n]*[;\s]name="([^"]*)"/im;

/** The fields of `multipart/form-data`. Its boundary is read from its first line: the header that names it is not kept. Undefined: it is none. */
export const parseMultipart = (text: string): JsonFields | undefined => {
  const [boundary] = /^--[^\r\n]{1,100}(?=\r?\n)/.exec(text) ?? [];
  if (boundary === undefined) return undefined;
  const fields: Record<string, unknown> = Object.create(null) as {};
  for (const part of text.split(boundary, mostFields + 1).slice(1)) {
    const [head = '', blank = ''] = /^\r?\n[^]*?(\r?\n\r?\n)/.exec(part) ?? [];
    const name = nameOf.exec(head)?.[1];
    if (name !== undefined && blank !== '') fields[name] = part.slice(head.length).replace(/\r?\n$/, '');
  }
  return fields;
};
