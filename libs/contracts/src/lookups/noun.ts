import { z } from 'zod';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant, name, typedName } from '../ids.js';
import { limits } from '../limits.js';
import { command, event, type Messages } from '../message.js';
import * as lookupLimits from './limits.js';

export { refusals } from './refusals.js';

/** `teamId` null: of the whole organisation. */
const about = { lookupId: id, teamId: id.nullable() };
const settings = {
  name,
  /** The label whose value is looked up; where an alert has no such label, its field of this name, as in routes. */
  matchOn: z.string(),
  /** A value of the table replaces the sender’s label of the same name. */
  overrides: z.boolean(),
};
const content = {
  /** The first one has the keys. */
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
};

/** Where rows are fetched from. The address and its header are in the vault, under the reference; `host` is shown. */
const source = { host: z.string().optional(), sourceRef: z.string().optional() };
/** A reference to an address that is no longer used. */
const endedRef = z.string().optional();

/** Facts of the stream `lookups`: tables by which alerts get further labels and links before they are routed. */
export const events = {
  LookupSaved: event(
    1,
    ['settings', 'Lookup table saved'],
    'A lookup table was made, changed or uploaded again: the next alerts get labels and links by it. Earlier ones stay as they are.',
    z.object({ ...about, ...settings, ...content, /** Absent: an uploaded file. */ ...source, endedRef }),
  ),
  LookupFetched: event(
    1,
    ['settings', 'Lookup table fetched'],
    'The address of a lookup table gave other rows than before. A fetch that fails, or gives the same, is no event.',
    z.object({ ...about, name, ...content, sourceRef: z.string() }),
  ),
  LookupRemoved: event(1, ['settings', 'Lookup table removed'], 'A lookup table was removed.', z.object({ ...about, name, endedRef })),
};
export type LookupFact = Messages<typeof events>;

/** Text without control characters besides tabs and line ends. */
const csv = z
  .string()
  .max(lookupLimits.csvCharacters)
  // oxlint-disable-next-line no-control-regex -- these are what is refused
  .regex(/^[^\u0000-\u0008\u000B\u000C\u000E-\u001F]*$/);

const address = z.url({ protocol: /^https?$/ }).max(lookupLimits.addressCharacters);
/** One header, as `Authorization: Bearer …`. */
const header = z
  .string()
  .trim()
  .max(lookupLimits.addressCharacters)
  .regex(/^[\w!#$%&'*+.^`|~-]+:[ \t]*[\u0021-\u007e](?:[\u0020-\u007e]*[\u0021-\u007e])?$/, 'A header such as Authorization: Bearer 1234.');

export const commands = {
  SaveLookup: command(
    'Make or change a lookup table, or upload it again',
    'service.configure',
    z.strictObject({
      lookupId: id.optional(),
      teamId: id.nullable(),
      name: typedName,
      matchOn: z.string().trim().min(1).max(limits.matcherCharacters),
      overrides: z.boolean().default(false),
      /** With a header; the first column has the keys. Absent: the rows stay as they are. */
      csv: csv.optional(),
      /** Gives the CSV, now and every hour. Absent, and no `csv`: it stays as it is. */
      address: address.optional(),
      /** Sent to the address, which is stored with it. */
      header: header.optional(),
    }),
  ),
  FetchLookup: command('Fetch a lookup table from its address now', 'service.configure', z.strictObject({ lookupId: id })),
  RemoveLookup: command('Remove a lookup table', 'service.configure', z.strictObject({ lookupId: id })),
};

export const examples: Examples<typeof commands> = {
  SaveLookup: {
    body: { teamId: ids.team, name: 'Owners', matchOn: 'host', csv: 'host,owner,runbook\nweb-1,Payments,https://example.org/web\n' },
  },
  FetchLookup: { body: { lookupId: ids.other }, refusedAs: 'lookup.not_found' },
  RemoveLookup: { body: { lookupId: ids.other }, refusedAs: 'lookup.not_found' },
};

const base = { id, teamId: id.nullable(), ...settings, version: z.number().int(), changedAt: instant, by: z.string() };

/** A lookup table with its rows, which memory has alone. */
export const lookupTable = z.object({ ...base, ...content, ...source });
export type LookupTable = z.infer<typeof lookupTable>;

/** A lookup table as it is listed. */
export const lookupRow = z.object({
  ...base,
  columns: content.columns,
  rowCount: z.number().int(),
  /** Where it is fetched from; absent: it was uploaded. */
  host: z.string().optional(),
});
export type LookupRow = z.infer<typeof lookupRow>;

/** Response rows by view name. */
export const views = { lookups: lookupRow };

/** A version of a table that gave an alert of a signal these labels, or links. */
export const appliedLookup = z.object({
  lookupId: id,
  version: z.number().int(),
  /** Alerts of the signal that it has a row for. */
  alerts: z.number().int(),
  labels: z.array(z.string()),
  links: z.number().int(),
});
export type AppliedLookup = z.infer<typeof appliedLookup>;

/** How fetching a table goes, since the server started. */
export const lookupFetch = z.object({
  lookupId: id,
  /** The last time that it worked. */
  fetchedAt: instant.nullable(),
  /** Null: the last time it worked. The rows of before are used. */
  failing: z.object({ since: instant, why: z.string() }).nullable(),
});
export type LookupFetch = z.infer<typeof lookupFetch>;
