/**
 * How often anything that meets a conflict is appended before it is given up: a command of a person, a reaction and the inbox may all
 * write to a stream at the same time as others.
 */
export const appendTries = 20;
