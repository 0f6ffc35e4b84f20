import { limits } from '@tocsin/contracts/limits.js';
import type { BlockingReference, RefusalCode } from '@tocsin/contracts/refusals.js';
import { Refusal } from '@tocsin/kernel/decide/refusal.js';

/**
 * A refusal with a code of the closed list, which the compiler checks. `path` names the field, as in
 * `steps.0.targets.1.personId`.
 */
export const refuse = (code: RefusalCode, params: Readonly<Record<string, string | number>> = {}, path?: string): Refusal<RefusalCode> =>
  new Refusal(code, params, path);

const listNames = (blockers: readonly BlockingReference[]): string => {
  const { named: maxNames } = limits.inTheWay;
  const names = blockers.slice(0, maxNames).map(({ name }) => name);
  const more = blockers.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
};

/**
 * The same with a list of what blocks the command: its first entries and the total. The sentence names the first few
 * too.
 */
export const refuseFor = (
  code: RefusalCode,
  blockers: readonly BlockingReference[],
  params: Readonly<Record<string, string | number>> = {},
): Refusal<RefusalCode> =>
  new Refusal(
    code,
    { ...params, names: listNames(blockers), count: blockers.length },
    undefined,
    blockers.slice(0, limits.inTheWay.listed).map((one) => ({ ...one })),
  );
