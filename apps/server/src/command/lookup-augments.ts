import type { CommandType } from '@tocsin/contracts/catalogue.js';
import { fetchTable, sourceText, storedSource, type LookupSource } from '../connections/lookup-source.js';
import { HttpProblem } from '../problems/problem.js';
import type { Augment, AugmentInput } from './augmentation.js';
import { requireCallable } from './refused-address.js';

/** Throws HttpProblem when there is no table. */
const fetchOrRefuse = async (source: LookupSource, { outgoing, parts }: Pick<AugmentInput, 'outgoing' | 'parts'>): Promise<string> => {
  if (parts.logKind !== 'live') throw new HttpProblem('lookup.fetch_failed', { problem: 'a demo calls nobody' });
  const fetched = await fetchTable(outgoing, source);
  if ('csv' in fetched) return fetched.csv;
  throw new HttpProblem('lookup.fetch_failed', { problem: fetched.problem });
};

/** Any table: whether the rest of the command is accepted is known before anything is called. */
const anyTable = 'key,value\nkey,value\n';

/** An address may contain a secret, and its header does: both go to the vault, and only the host is shown. */
const augmentSave: Augment<'SaveLookup'> = async ({ address, header, ...data }, with_) => {
  if (address === undefined) {
    // a header is never sent to an address that it was not typed with
    if (header !== undefined) throw new HttpProblem('lookup.one_source');
    return { data, says: {} };
  }
  if (data.csv !== undefined) throw new HttpProblem('lookup.one_source');
  const full = { ...data, host: new URL(address).origin, sourceRef: `lookup-source:${with_.commandId}` };
  const tried = { ...full, csv: anyTable };
  // a repeat was carried out before, whatever the address gives now
  if (!(await with_.wouldChange(tried))) return { data: tried, says: {} };
  await requireCallable(address, tried, with_);
  const source = { address, header: header ?? null };
  const csv = await fetchOrRefuse(source, with_);
  with_.secrets.put(full.sourceRef, sourceText(source));
  return { data: { ...full, csv }, says: {} };
};

const augmentFetch: Augment<'FetchLookup'> = async ({ lookupId }, with_) => {
  const { parts, rates, callerId, wouldChange } = with_;
  const sourceRef = parts.reads.lookupTables.get(lookupId)?.sourceRef ?? '';
  const tried = { lookupId, sourceRef, csv: anyTable };
  if (!(await wouldChange(tried))) return { data: tried, says: {} };
  await rates.take('addresses', callerId);
  const source = storedSource(parts, sourceRef);
  if (!source) throw new HttpProblem('lookup.no_address');
  return { data: { lookupId, sourceRef, csv: await fetchOrRefuse(source, with_) }, says: {} };
};

export const lookupAugments = { SaveLookup: augmentSave, FetchLookup: augmentFetch } satisfies {
  readonly [T in CommandType]?: Augment<T>;
};
