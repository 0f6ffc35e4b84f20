import type { Readiness } from '@tocsin/contracts/people/readiness.js';
import { readinessReasons, type ReadinessCode } from '@tocsin/contracts/people/readiness-reasons.js';

/** Reasons that only the person can fix, on their own screen. */
const ownReasons = ({ methods, reasons }: Readiness): readonly ReadinessCode[] => {
  const codes = [...methods.flatMap((method) => method.reasons), ...reasons].map(({ code }) => code);
  return [...new Set(codes)].filter((code) => readinessReasons[code].fix.to === '/me');
};

/** An e-mail to a person whom a page might not reach: what is wrong, and where to fix it. Null when there is nothing to say. */
export function letterTo(readiness: Readiness, address: string): string | null {
  const lines = ownReasons(readiness).map((code) => `- ${readinessReasons[code].says} ${readinessReasons[code].fix.says}.`);
  return lines.length === 0 ? null : ['Would a page reach you?', '', ...lines, '', `Fix it here: ${address}/me`].join('\n');
}

/** A link that opens the letter in the reader’s own mail program. */
export const mailtoOf = (email: string, letter: string): string =>
  `mailto:${email}?subject=${encodeURIComponent('Would a page reach you?')}&body=${encodeURIComponent(letter)}`;
