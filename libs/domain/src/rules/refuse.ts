import { limits } from '@tocsin/contracts/limits.js';
import type { InTheWay, RefusalCode } from '@tocsin/contracts/refusals.js';
import { Refused } from '@tocsin/kernel/decide/refused.js';

/**
 * A refusal with a code of the closed list, which the compiler checks. `path` names the field, as in
 * `steps.0.targets.1.personId`.
 */
export const refuse = (code: RefusalCode, params: Readonly<Record<string, string | number>> = {}, path?: string): Refused<RefusalCode> =>
  new Refused(code, params, path);

const named = (inTheWay: readonly InTheWay[]): string => {
  const { named: most } = limits.inTheWay;
  const names = inTheWay.slice(0, most).map(({ name }) => name);
  const more = inTheWay.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
};

/**
 * The same with a list of what blocks the command: its first entries and the total. The sentence names the first few
 * too.
 */
export const refuseFor = (
  code: RefusalCode,
  inTheWay: readonly InTheWay[],
  params: Readonly<Record<string, string | number>> = {},
): Refused<RefusalCode> =>
  new Refused(
    code,
    { ...params, names: named(inTheWay), count: inTheWay.length },
    undefined,
    inTheWay.slice(0, limits.inTheWay.listed).map((one) => ({ ...one })),
  );
