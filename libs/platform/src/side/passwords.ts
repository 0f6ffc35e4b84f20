import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Clock } from '../clock/clock.js';

// argon2id is the library’s default; its enum can’t be named under isolatedModules
const cost = { memoryCost: 19 * 1_024, timeCost: 2, parallelism: 1, outputLen: 32 };
/** The least that the library accepts: tests hash some hundred passwords, and no installation’s log has a manual clock. */
const leastCost = { ...cost, memoryCost: 8, timeCost: 1 };
const saltBytes = 16;

const randomBase64 = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** The hash of no password: checking against it takes as long as against a real one. */
export const hashOfNobody = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${randomBase64(saltBytes)}$${randomBase64(cost.outputLen)}`;

/** Keyboards compose letters differently. */
const normaliseForm = (password: string): string => password.normalize('NFKC');

/** argon2id, in the PHC format, which contains its parameters. Runs off the main thread. The hash is a secret: it belongs in the vault. */
export const hashPassword = (password: string, clock: Clock['kind'] = 'system'): Promise<string> =>
  hash(normaliseForm(password), clock === 'manual' ? leastCost : cost);

let checks = 0;

/** Password checks since the process started, for a metric: each costs 19 MiB and two passes. */
export const countPasswordChecks = (): number => checks;

const verifyPassword = (hashed: string, password: string): Promise<boolean> => {
  checks += 1;
  return verify(hashed, normaliseForm(password));
};

/** Without a hash (no such account, or no password) false, after the same work, so that the time reveals nothing. */
export const checkPassword = async (hashed: string | null, password: string, check = verifyPassword): Promise<boolean> => {
  const isRight = await check(hashed ?? hashOfNobody, password);
  return hashed !== null && isRight;
};
