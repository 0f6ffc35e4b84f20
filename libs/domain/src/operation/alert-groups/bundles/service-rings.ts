import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Ring } from '@tocsin/contracts/alert-groups/bundles.js';
import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { RingsRow } from './rings-row.js';

const isAfter =
  (since: string) =>
  (one: { readonly at: string }): boolean =>
    one.at > since;

const dropOld = <T extends { readonly at: string }>(all: readonly T[] = [], at: string): readonly T[] =>
  all.filter(isAfter(addMillis(at, -bundleLimits.window)));

const exceptRing = <T extends { readonly ring: string }>(all: readonly T[], ring: string): readonly T[] =>
  all.filter((one) => one.ring !== ring);

/** Called only when an entry is added: a bundle of thousands contains the same services again and again. */
const recentOf = ({ services }: RingsRow, at: string): RingsRow['services'] =>
  Object.fromEntries(Object.entries(services).filter(([, last]) => last.at > addMillis(at, -bundleLimits.window)));

export const withRing = (row: RingsRow, ring: Ring, { data, meta }: RecordedOf<'AttemptStarted'>): RingsRow => {
  const { attemptId, pageId } = data;
  const { id, line, serviceId, contactMethodId, exempt } = ring;
  const { at } = meta;
  const withService =
    line === 'quiet' || serviceId === null
      ? row
      : { ...row, services: { ...(serviceId in row.services ? row.services : recentOf(row, at)), [serviceId]: { at, attemptId, pageId } } };
  return exempt ? withExempt(withService, contactMethodId, { at, attemptId, ring: id }) : withService;
};

type ThrottleExemption = RingsRow['exempt'][string][number];
const withExempt = (row: RingsRow, method: string, one: ThrottleExemption): RingsRow => ({
  ...row,
  exempt: { ...row.exempt, [method]: [...exceptRing(dropOld(row.exempt[method], one.at), one.ring), one] },
});

/** An exempt message counts once it is formed, because the next one is formed before its pages are claimed. */
export const addExemption = (row: RingsRow, { data, meta }: RecordedOf<'BundleFilled'>): RingsRow =>
  data.exempt ? withExempt(row, data.contactMethodId, { at: meta.at, attemptId: null, ring: data.bundleId }) : row;

/** Removes the exception of a bundle of which no page was claimed. */
export const removeExemption = (row: RingsRow, { data }: RecordedOf<'BundleStarted'>): RingsRow => {
  const all = row.exempt[data.contactMethodId];
  const isEmpty = all?.some(({ ring, attemptId }) => ring === data.bundleId && attemptId === null);
  return isEmpty ? { ...row, exempt: { ...row.exempt, [data.contactMethodId]: exceptRing(all!, data.bundleId) } } : row;
};

/** A failed attempt does not count as a message: it did not use its service’s turn or an exception. */
export const withoutRing = (row: RingsRow, attemptId: string): RingsRow => ({
  ...row,
  services: Object.fromEntries(Object.entries(row.services).filter(([, last]) => last.attemptId !== attemptId)),
  exempt: Object.fromEntries(Object.entries(row.exempt).map(([method, all]) => [method, all.filter((one) => one.attemptId !== attemptId)])),
});
