import { isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type Document } from 'yaml';
import type { z } from 'zod';
import { apiVersion } from '@tocsin/contracts/config-files/documents/shared.js';
import { documentKinds, kindNames, type DocumentKind } from '@tocsin/contracts/config-files/format.js';
import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { FileError, FileErrorCode, FilePlace } from '@tocsin/contracts/config-files/plan.js';
import { nearest, type PlacedDocument } from '@tocsin/domain/observers/config-plans/documents.js';

export interface ConfigFile {
  readonly path: string;
  readonly text: string;
}
interface ReadFiles {
  readonly documents: readonly PlacedDocument[];
  readonly errors: readonly FileError[];
}
type Key = string | number;
/** One value that should be a document: its content, and where its parts stand. */
interface Candidate {
  readonly value: unknown;
  readonly at: (keys: readonly Key[]) => FilePlace;
}

/** `steps[1].targets[0]` → `['steps', 1, 'targets', 0]`. */
const keysOf = (path: string): readonly Key[] => [...path.matchAll(/[^.[\]]+/g)].map(([key]) => (/^\d+$/.test(key) ? Number(key) : key));

const pathOf = (keys: readonly PropertyKey[]): string =>
  keys.map((key, n) => (typeof key === 'number' ? `[${key}]` : n === 0 ? String(key) : `.${String(key)}`)).join('');

/** Reads files of YAML or JSON as documents. Every mistake is listed, with its line. */
export const readFiles = (files: readonly ConfigFile[]): ReadFiles => {
  const errors: FileError[] = [];
  const documents = files.flatMap((file) => readFile(file, errors));
  const nowhere = { file: '', line: 1, column: 1, path: '' };
  if (documents.length === 0 && errors.length === 0)
    errors.push({ ...nowhere, code: 'config.empty', message: 'There is no document in these files. Check --file.' });
  if (documents.length > fileLimits.documents)
    errors.push({ ...nowhere, code: 'config.limit', message: `At most ${fileLimits.documents} documents; these are ${documents.length}.` });
  return { documents, errors };
};

const readFile = ({ path: file, text }: ConfigFile, errors: FileError[]): readonly PlacedDocument[] => {
  const start = { file, line: 1, column: 1 };
  const fail = (place: FilePlace, code: FileErrorCode, message: string, path = ''): void =>
    void errors.push({ ...place, path, code, message });
  if (text.length > fileLimits.fileBytes.each) {
    fail(start, 'config.too_large', `The file is larger than ${fileLimits.fileBytes.each / 1_024 / 1_024} MiB. Split it.`);
    return [];
  }
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: true,
    lineCounter: lines,
    prettyErrors: false,
  });
  if (!Array.isArray(parsed)) return [];
  const placeAt = (offset: number): FilePlace => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  let hasVersion = false;
  return parsed.flatMap((one) => {
    for (const { message, pos } of [...one.errors, ...one.warnings]) fail(placeAt(pos[0]), 'config.syntax', `${message}.`);
    if (one.errors.length + one.warnings.length > 0 || isEmpty(one)) return [];
    return candidatesIn(one, placeAt, fail).flatMap((candidate) => {
      const isFirst = !hasVersion;
      hasVersion = true;
      return readDocument(candidate, isFirst, fail) ?? [];
    });
  });
};

/** Nothing but comments, as after a last `---`. */
const isEmpty = ({ contents }: Document.Parsed): boolean => contents === null || (isScalar(contents) && contents.value === null);

type Fail = (place: FilePlace, code: FileErrorCode, message: string, path?: string) => void;

/** A list holds documents, too: JSON has no `---`. */
const candidatesIn = (one: Document.Parsed, placeAt: (offset: number) => FilePlace, fail: Fail): readonly Candidate[] => {
  let content: unknown;
  try {
    content = one.toJS({ maxAliasCount: fileLimits.aliases });
  } catch {
    fail(placeAt(one.range[0]), 'config.limit', `A file has at most ${fileLimits.aliases} aliases.`);
    return [];
  }
  const at =
    (before: readonly Key[]) =>
    (keys: readonly Key[]): FilePlace => {
      for (let length = keys.length; length >= 0; length -= 1) {
        const path = [...before, ...keys.slice(0, length)];
        const node = path.length === 0 ? one.contents : (one.getIn(path, true) as { range?: readonly number[] | null } | undefined);
        if (node?.range) return placeAt(node.range[0]!);
      }
      return placeAt(one.range[0]);
    };
  if (isSeq(one.contents)) return (content as readonly unknown[]).map((value, n) => ({ value, at: at([n]) }));
  if (isMap(one.contents)) return [{ value: content, at: at([]) }];
  fail(placeAt(one.range[0]), 'config.syntax', 'A document is a list of fields: kind: Team, name: …');
  return [];
};

const readDocument = ({ value, at }: Candidate, isFirst: boolean, fail: Fail): PlacedDocument | undefined => {
  const { kind, apiVersion: version } = (value ?? {}) as { kind?: unknown; apiVersion?: unknown };
  if ((isFirst || version !== undefined) && version !== apiVersion)
    fail(
      at(version === undefined ? [] : ['apiVersion']),
      'config.version',
      `The first document of a file needs apiVersion: ${apiVersion}.`,
      'apiVersion',
    );
  if (typeof kind !== 'string' || !Object.hasOwn(documentKinds, kind)) {
    const known = typeof kind === 'string' ? nearest(kind, kindNames) : undefined;
    const hint = known === undefined ? `Kinds are ${kindNames.join(', ')}.` : `Did you mean ${known}?`;
    fail(
      at(kind === undefined ? [] : ['kind']),
      'config.unknown_kind',
      `There is no kind “${typeof kind === 'string' ? kind : ''}”. ${hint}`,
      'kind',
    );
    return undefined;
  }
  const schema = documentKinds[kind as DocumentKind];
  const result = schema.safeParse(value, { reportInput: true });
  const placeOf = (path: string): FilePlace => at(keysOf(path));
  if (result.success) return { document: result.data, place: at([]), placeOf };
  for (const issue of result.error.issues) report(innermost(issue), at, fail);
  return undefined;
};

type Issue = z.core.$ZodIssue;

/** Of the forms that a value may have, the one that it comes nearest to. */
const innermost = (issue: Issue): Issue => {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const [best] = issue.errors.toSorted((a, b) => deepest(b) - deepest(a) || a.length - b.length);
  const first = best?.[0];
  return first ? innermost({ ...first, path: [...issue.path, ...first.path] }) : issue;
};
const deepest = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length));

const secretWord = /(?:key|secret|token|password)s?$/i;

const report = (issue: Issue, at: Candidate['at'], fail: Fail): void => {
  const keys = issue.path as readonly Key[];
  const path = pathOf(keys);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const place = at([...keys, key]);
      if (key === '<<') fail(place, 'config.unknown_field', 'Merge keys are not allowed. Write the fields out.', path);
      else if (secretWord.test(key))
        fail(place, 'config.secret_in_file', `No secret stands in a file. Use keys: [{ fromEnv: TOCSIN_SECRET_… }].`, path);
      else fail(place, 'config.unknown_field', `There is no field “${key}” here. Remove it.`, path);
    }
    return;
  }
  const isMissing = issue.input === undefined;
  const isTime = typeof issue.input === 'number' && /(?:time|from|to)$/.test(String(keys.at(-1)));
  if (keys[0] === 'secrets' && typeof issue.input === 'string' && keys.length === 2)
    fail(at(keys), 'config.secret_in_file', `No secret stands in a file. Write ${String(keys[1])}: { fromEnv: TOCSIN_SECRET_… }.`, path);
  else if (isMissing) fail(at(keys), 'config.required', `${path} is required.`, path);
  else if (isTime) fail(at(keys), 'config.value', 'A time of day stands in quotes: "09:00".', path);
  else if (path === 'role' && aboveMember.has(issue.input))
    fail(at(keys), 'config.role_by_token', 'Roles above member are granted by a person. Write member here.', path);
  else fail(at(keys), 'config.value', `${path}: ${issue.message}`, path);
};

const aboveMember: ReadonlySet<unknown> = new Set(['owner', 'admin']);
