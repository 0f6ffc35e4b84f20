import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// argon2id is the library’s default; its enum can’t be named under isolatedModules
const cost = { memoryCost: 19 * 1_024, timeCost: 2, parallelism: 1, outputLen: 32 };
const saltBytes = 16;

const unpadded = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** The hash of no password. Checking against it costs what checking a real one costs. */
export const hashOfNobody = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${unpadded(saltBytes)}$${unpadded(cost.outputLen)}`;

/** The same password, however the keyboard composed its letters. */
const composed = (password: string): string => password.normalize('NFKC');

/** argon2id, in the PHC format, which carries its own parameters. Runs beside the loop. A secret: it belongs in the vault. */
export const hashPassword = (password: string): Promise<string> => hash(composed(password), cost);

const verifyPassword = (hashed: string, password: string): Promise<boolean> => verify(hashed, composed(password));

/**
 * Whether it is the password behind this hash. Without a hash (the account is not there, or has none) false, after the same work: the
 * answer’s time does not tell.
 */
export const checkPassword = async (hashed: string | null, password: string, check = verifyPassword): Promise<boolean> => {
  const isRight = await check(hashed ?? hashOfNobody, password);
  return hashed !== null && isRight;
};
