import type { InTheWay, RefusalCode } from '@tocsin/contracts/refusals.js';
import { Refused } from '@tocsin/kernel/refused.js';

/** Says no with a code of the closed list: the compiler knows the list. `path` names the field, as in `steps.0.targets.1.personId`. */
export const refuse = (code: RefusalCode, params: Readonly<Record<string, string | number>> = {}, path?: string): Refused<RefusalCode> =>
  new Refused(code, params, path);

/** The same, listing what stands in the way; the sentence names it too. */
export const refuseFor = (
  code: RefusalCode,
  inTheWay: readonly InTheWay[],
  params: Readonly<Record<string, string | number>> = {},
): Refused<RefusalCode> =>
  new Refused(
    code,
    { ...params, names: inTheWay.map(({ name }) => name).join(', ') },
    undefined,
    inTheWay.map((one) => ({ ...one })),
  );
