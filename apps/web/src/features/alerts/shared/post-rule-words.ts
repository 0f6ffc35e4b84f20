import type { PostRule } from '@tocsin/contracts/routing/routing.js';

/** `rule 3 (version 7)`, `rule 1 of the organisation (version 2)`. */
export const postRuleWords = ({ place, version, ofOrganisation }: PostRule): string =>
  `rule ${place ?? ''}${ofOrganisation ? ' of the organisation' : ''} (version ${version})`;
