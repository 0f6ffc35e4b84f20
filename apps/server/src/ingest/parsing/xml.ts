import { Parser } from 'htmlparser2';
import type { JsonFields } from './lenient-fields.js';

const most = { depth: 32, elements: 20_000 };

type XmlFields = Record<string, unknown>;

/** A repeated element becomes a list. */
const add = (fields: XmlFields, name: string, value: unknown): void => {
  const before = fields[name];
  if (before === undefined) fields[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else fields[name] = [before, value];
};

/**
 * XML as an object: an element is its text, or an object of its elements; attributes are left out, and so are prefixes of names. Entities of its own,
 * which can grow without bounds, are never expanded. Undefined for what is no XML, or nested too deep.
 */
export const parseXml = (text: string): JsonFields | undefined => {
  const root: XmlFields = Object.create(null) as {};
  const stack: { readonly name: string; readonly fields: XmlFields; text: string }[] = [{ name: '', fields: root, text: '' }];
  let [elements, isRefused] = [0, false];
  const parser = new Parser(
    {
      onopentag(name) {
        elements += 1;
        isRefused ||= stack.length > most.depth || elements > most.elements;
        if (isRefused) parser.pause();
        else stack.push({ name: name.replace(/^.*:/, ''), fields: Object.create(null) as {}, text: '' });
      },
      ontext(piece) {
        stack.at(-1)!.text += piece;
      },
      onclosetag() {
        const { name, fields, text: own } = stack.pop()!;
        add(stack.at(-1)!.fields, name, Object.keys(fields).length > 0 ? fields : own.trim());
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return isRefused || elements === 0 ? undefined : root;
};
