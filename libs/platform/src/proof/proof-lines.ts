import type { HashedEvent } from './merkle.js';

export const proofFormat = 'tocsin-proof/1';

export interface ProofHead {
  readonly format: typeof proofFormat;
  readonly log: string;
  readonly size: number;
}
export interface ShownEvent extends HashedEvent {
  /** 64 hexadecimal digits. */
  readonly leaf: string;
}
export interface HiddenEvents {
  /** The first of them. */
  readonly ordinal: number;
  /** A power of two. */
  readonly count: number;
  readonly hash: string;
}
export interface ProofSeal {
  readonly seal: string;
}
interface ProofLines {
  readonly head: ProofHead;
  readonly event: ShownEvent;
  readonly hidden: HiddenEvents;
  readonly seal: ProofSeal;
}

type Kind = 'text' | 'hex' | 'position' | 'revision';

/** Fields in the order in which they are written. */
const forms = {
  head: { format: 'text', log: 'text', size: 'position' },
  event: {
    ordinal: 'position',
    stream: 'text',
    revision: 'revision',
    id: 'text',
    type: 'text',
    v: 'position',
    data: 'text',
    meta: 'text',
    leaf: 'hex',
  },
  hidden: { ordinal: 'position', count: 'position', hash: 'hex' },
  seal: { seal: 'text' },
} as const satisfies Readonly<Record<keyof ProofLines, Readonly<Record<string, Kind>>>>;

const isWhole = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && (value as number) >= least;

const checks: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  hex: (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
  position: (value) => isWhole(value, 1),
  revision: (value) => isWhole(value, 0),
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * The line, if it is of this form. Writing it again must give the same text: readers differ in what they make of a field that stands twice, and of other
 * spellings.
 */
export const readLine = <Form extends keyof ProofLines>(form: Form, text: string): ProofLines[Form] | null => {
  const line = parse(text);
  if (typeof line !== 'object' || line === null || JSON.stringify(line) !== text) return null;
  const fields: readonly (readonly [string, Kind])[] = Object.entries(forms[form]);
  const isOfForm = Object.keys(line).join() === fields.map(([name]) => name).join();
  return isOfForm && fields.every(([name, kind]) => checks[kind]((line as Record<string, unknown>)[name]))
    ? (line as ProofLines[Form])
    : null;
};

export const writeLine = (line: ProofLines[keyof ProofLines]): string => `${JSON.stringify(line)}\n`;
