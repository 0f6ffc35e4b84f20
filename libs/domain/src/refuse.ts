import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { Refused } from '@tocsin/kernel/refused.js';

/** Says no with a code of the closed list: the compiler knows the list. `path` names the field, as in `steps.0.targets.1.personId`. */
export const refuse = (code: RefusalCode, params: Readonly<Record<string, string | number>> = {}, path?: string): Refused<RefusalCode> =>
  new Refused(code, params, path);
