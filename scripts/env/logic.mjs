import { hashOfClosure } from './closure.mjs';

/** The version of the rules, as it stands in the meta of what they decide: everything that decides, and that it decides on, is part of it. */
export const logicOf = (instead) => hashOfClosure(`export * from './rules.js';`, instead);
